package io.tidemark.producer.client;

import io.tidemark.events.Outcome;

/** How a request ended and why. */
record Ending(Outcome outcome, Failure failure) {
    static Ending client(Outcome outcome, String type, String text) {
        return new Ending(outcome, Failure.client(type, text));
    }
}
