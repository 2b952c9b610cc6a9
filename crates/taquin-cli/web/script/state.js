// The states of a search on this page, and what can be done in each. Which buttons work follows from the
// state alone: a control names an action, and the action is on the state's list or it is not.

const EDITING = ["type", "edit-board", "clear", "shuffle", "size", "goal"];
const WATCHING = [...EDITING, "start"];

/** For each state: what can be done in it, and where each event leads. Events that are not listed do nothing. */
export const MACHINE = {
  loading: { can: [], on: { described: "empty" } },
  empty: { can: EDITING, on: { typed: "checking" } },
  checking: {
    can: EDITING,
    on: {
      typed: "checking",
      cleared: "empty",
      right: "ready",
      wrong: "invalid",
      unsolvable: "unsolvable",
      unknown: "unchecked",
    },
  },
  /** Nobody could be asked about the board. */
  unchecked: { can: EDITING, on: { typed: "checking", cleared: "empty" } },
  invalid: { can: EDITING, on: { typed: "checking", cleared: "empty" } },
  unsolvable: { can: [...EDITING, "fix"], on: { typed: "checking", cleared: "empty" } },
  ready: { can: WATCHING, on: { typed: "checking", cleared: "empty", started: "queued" } },
  queued: {
    can: ["cancel"],
    on: { running: "running", solved: "solved", unsolved: "unsolved", failed: "failed", lost: "ready" },
  },
  running: {
    can: ["cancel"],
    on: { solved: "solved", unsolved: "unsolved", failed: "failed", lost: "ready" },
  },
  solved: {
    can: [...WATCHING, "solution"],
    on: { typed: "checking", cleared: "empty", started: "queued" },
  },
  unsolved: { can: WATCHING, on: { typed: "checking", cleared: "empty", started: "queued" } },
  failed: { can: WATCHING, on: { typed: "checking", cleared: "empty", started: "queued" } },
};

/** What is said of each state, and in which tone. */
export const STATUS = {
  loading: ["Loading", "calm"],
  empty: ["No board", "calm"],
  checking: ["…", "calm"],
  unchecked: ["Not checked", "warn"],
  invalid: ["Invalid", "bad"],
  unsolvable: ["No solution", "bad"],
  ready: ["Solvable", "good"],
  queued: ["Queued", "busy"],
  running: ["Searching", "busy"],
  solved: ["Solved", "good"],
  unsolved: ["Not solved", "warn"],
  failed: ["Failed", "bad"],
};

/** A machine in one of these states that tells whoever listens when it has moved on. */
export class Machine {
  constructor() {
    this.state = "loading";
    this.listeners = [];
  }

  /** Takes an event; one that the state does not know changes nothing. Returns whether it did. */
  send(event) {
    const next = MACHINE[this.state].on[event];
    if (next === undefined) return false;
    const before = this.state;
    this.state = next;
    for (const listener of this.listeners) listener(next, before);
    return true;
  }

  /** Whether an action can be done now. */
  can(action) {
    return MACHINE[this.state].can.includes(action);
  }

  /** Calls a function after each change. */
  watch(listener) {
    this.listeners.push(listener);
  }

  /** Waits until a state for which `test` is true. */
  reached(test) {
    if (test(this.state)) return Promise.resolve();
    return new Promise((resolve) => this.watch((state) => test(state) && resolve()));
  }
}
