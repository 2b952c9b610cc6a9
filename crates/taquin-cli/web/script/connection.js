// Whether the server can be reached: a state beside that of the board and of the search, about which a lost
// connection says nothing. While the server is away it is asked again and again, less and less often, until it
// answers.

import { toast } from "./announce.js";
import { byId } from "./dom.js";

/** Seconds from one attempt to the next. */
const WAITS = [1, 2, 4, 8, 15];

class Connection {
  constructor() {
    this.away = false;
    this.listeners = [];
    addEventListener("online", () => this.away && this.retry());
  }

  /** Calls a function whenever the server is away, or there again: with which of the two. */
  watch(listener) {
    this.listeners.push(listener);
  }

  /** A request could not be sent. */
  lost() {
    if (this.away) return;
    this.away = true;
    this.failures = 0;
    this.show();
    this.wait();
  }

  /** The server answered, whatever it said. */
  found() {
    if (!this.away) return;
    this.away = false;
    clearTimeout(this.timer);
    this.show();
    toast("The server is there again.");
  }

  /** The server said that it ends: soon nobody will be there. */
  expectLoss() {
    if (!this.away) this.timer = setTimeout(() => this.retry(), 1000);
  }

  wait() {
    clearTimeout(this.timer);
    const seconds = WAITS[Math.min(this.failures, WAITS.length - 1)];
    this.timer = setTimeout(() => this.retry(), 1000 * seconds);
  }

  /** Asks whether somebody is there. */
  async retry() {
    clearTimeout(this.timer);
    try {
      await fetch("/api/v1/describe", { method: "HEAD", cache: "no-store" });
      this.found();
    } catch {
      this.lost();
      this.failures += 1;
      this.wait();
    }
  }

  show() {
    document.body.dataset.connection = this.away ? "away" : "here";
    byId("connection").hidden = !this.away;
    for (const listener of this.listeners) listener(this.away);
  }
}

/** The one that all requests tell. */
export const connection = new Connection();
