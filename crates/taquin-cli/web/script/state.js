// The states of a search on this page, and the actions that are possible in each. Which buttons are enabled depends
// only on the state: a control names an action, and the action is in the state's list or not.

const EDITING = ["type", "edit-board", "clear", "shuffle", "size", "goal"];
const WATCHING = [...EDITING, "start"];

/** For each state, the possible actions and the next state for each event. Events that are not listed do nothing. */
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
  /** The board could not be checked, as the server is away. */
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
  failed: { can: WATCHING, on: { typed: "checking", cleared: "empty", started: "queued", changed: "ready" } },
};

/** The label of each state, and its tone. */
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

/** The state machine; it notifies listeners of every change. */
export class Machine {
  constructor() {
    this.state = "loading";
    this.listeners = [];
  }

  /** Handles an event; one that the state does not list changes nothing. Returns whether the state changed. */
  send(event) {
    const next = MACHINE[this.state].on[event];
    if (next === undefined) return false;
    const before = this.state;
    this.state = next;
    for (const listener of this.listeners) listener(next, before);
    return true;
  }

  /** Returns whether an action is possible now. */
  can(action) {
    return MACHINE[this.state].can.includes(action);
  }

  /** Calls a function after each change, with the new state and the one before. */
  watch(listener) {
    this.listeners.push(listener);
  }

  /** Resolves once the machine is in a state for which `test` is true. */
  reached(test) {
    if (test(this.state)) return Promise.resolve();
    return new Promise((resolve) => this.watch((state) => test(state) && resolve()));
  }
}
