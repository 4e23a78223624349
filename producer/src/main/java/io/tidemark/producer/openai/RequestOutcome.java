package io.tidemark.producer.openai;

import io.tidemark.events.Outcome;

/** How a request ended and why. */
public record RequestOutcome(Outcome outcome, RequestFailure failure) {
    public static RequestOutcome client(Outcome outcome, String type, String text) {
        return new RequestOutcome(outcome, RequestFailure.client(type, text));
    }
}
