// The places in a race: the fewer nodes a search explored to find a solution, the better; and the quality of that
// solution.

import { STOPS } from "./compare-answer.js";
import { counted, grouped } from "./format.js";

const PLACES = ["1st", "2nd", "3rd", "4th"];

/** Returns the place of each answer and a text about it; a search without a solution has no place. */
export function placings(answers) {
  const solved = answers.filter(({ outcome }) => outcome === "solved");
  const shortest = solved.find(({ optimal }) => optimal)?.length ?? null;
  return answers.map((answer) => {
    const explored = `${counted(answer.stats.explored, "node")} explored`;
    if (answer.outcome !== "solved") {
      const by = STOPS[answer.stopped_by] ?? "a limit";
      const end = answer.outcome === "stopped" ? `Stopped by ${by}` : "Found nothing";
      return { place: null, isShortest: false, text: `${end}, ${explored}` };
    }
    const place = 1 + solved.filter(({ stats }) => stats.explored < answer.stats.explored).length;
    const moves = `${counted(answer.length, "move")} (${quality(answer, shortest)})`;
    const text = `${PLACES[place - 1]}, ${moves}, ${explored}`;
    return { place, isShortest: answer.length === shortest, text };
  });
}

function quality({ length }, shortest) {
  if (shortest === null) return "not proven to be the shortest";
  if (length === shortest) return "the shortest";
  return `${grouped(length - shortest)} more than the shortest`;
}

/** Sums up the race in a sentence or two. `lanes` have a name, an answer and a placing. */
export function raceVerdict(lanes) {
  const first = lanes.filter(({ placing }) => placing.place === 1);
  if (first.length === 0) return "No search found a solution.";
  const names = (of) => of.map(({ name }) => name).join(" and ");
  const explored = ({ answer }) => answer.stats.explored;
  const won = `${names(first)} came first: ${counted(explored(first[0]), "node")} explored.`;
  if (first.every(({ placing }) => placing.isShortest)) return `${won} No solution is shorter.`;
  const able = lanes.filter(({ placing }) => placing.isShortest);
  if (able.length === 0) return `${won} It is not known whether a shorter solution exists.`;
  const least = Math.min(...able.map(explored));
  const best = able.filter((lane) => explored(lane) === least);
  const moves = ({ answer }) => counted(answer.length, "move");
  const instead = `${moves(best[0])} instead of ${moves(first[0])}, ${grouped(least)} nodes explored`;
  return `${won} ${names(best)} was the first with a shortest solution: ${instead}.`;
}
