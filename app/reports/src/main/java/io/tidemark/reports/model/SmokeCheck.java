package io.tidemark.reports.model;

import io.tidemark.reports.document.Tone;

/**
 * One check of a smoke test.
 *
 * @param found what was seen
 * @param expected what good looks like
 * @param tone GOOD, DOUBT or BAD
 */
record SmokeCheck(String name, String phase, String found, String expected, Tone tone) {
    String verdict() {
        return switch (tone) {
            case GOOD -> "good";
            case BAD -> "BAD";
            case DOUBT, MUTED, PLAIN -> "look at it";
        };
    }
}
