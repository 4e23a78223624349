package io.tidemark.producer.tally;

import io.tidemark.events.LoadKind;
import io.tidemark.schemas.ValueText;
import java.util.OptionalDouble;

/**
 * What a step asked of the server, and what it got.
 *
 * @param asked requests (conversations, where they have turns) per second, or conversations at a time; 0 where all are due at
 *     once
 * @param drawnPerSecond requests due per second of the measured part, of an open-loop step; never judged against the asked rate
 * @param achievedPerSecond requests sent per second of the measured part
 */
public record StepOfferedLoad(
        LoadKind kind, double asked, OptionalDouble drawnPerSecond, OptionalDouble achievedPerSecond) {
    /** Of a step whose requests are all due at its start: its measured part is a moment, so it has no rate. */
    public static final StepOfferedLoad ALL_AT_ONCE =
            new StepOfferedLoad(LoadKind.RATE, 0, OptionalDouble.empty(), OptionalDouble.empty());

    public boolean isAllAtOnce() {
        return kind == LoadKind.RATE && asked == 0 && drawnPerSecond.isEmpty();
    }

    /** {@code 2.5 req/s}, {@code 8 concurrent} or {@code all at once}. */
    public String description() {
        return isAllAtOnce() ? ValueText.ALL_AT_ONCE : ValueText.loadNumber(asked) + " " + ValueText.loadUnit(kind);
    }
}
