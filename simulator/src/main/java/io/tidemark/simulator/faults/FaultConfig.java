package io.tidemark.simulator.faults;

import java.util.ArrayList;
import java.util.List;

/**
 * Faults to inject; all off by default. Times are seconds since the server started.
 *
 * @param stallFromSeconds from when the engine stands still: requests are accepted and get no answer
 * @param stallToSeconds until when; no stall if not after the start
 * @param errorRate share 0..1 of requests that are answered with {@code errorStatus} at once
 * @param errorStatus HTTP status of those, 400..599
 * @param midStreamErrorRate share 0..1 of requests that break off with an error event
 * @param midStreamErrorAfterTokens after how many tokens, at least 1
 * @param firstStepDelaySeconds added to the engine's first step (warm-up)
 */
public record FaultConfig(
        double stallFromSeconds,
        double stallToSeconds,
        double errorRate,
        int errorStatus,
        double midStreamErrorRate,
        int midStreamErrorAfterTokens,
        double firstStepDelaySeconds) {
    public FaultConfig {
        requireShare("error-rate", errorRate);
        requireShare("mid-stream-error-rate", midStreamErrorRate);
        require(errorStatus >= 400 && errorStatus <= 599, "error-status", "in 400..599", errorStatus);
        require(midStreamErrorAfterTokens >= 1, "mid-stream-error-after-tokens", ">= 1", midStreamErrorAfterTokens);
        require(firstStepDelaySeconds >= 0, "first-step-delay-seconds", ">= 0", firstStepDelaySeconds);
        require(stallFromSeconds >= 0, "stall-from-seconds", ">= 0", stallFromSeconds);
    }

    /** Those that are switched on, as {@link Fault}s; the warm-up is the engine's. */
    public List<Fault> all() {
        List<Fault> all = new ArrayList<>();
        if (stallToSeconds > stallFromSeconds) {
            all.add(new Fault(FaultKind.STALL, "", 1, stallFromSeconds, stallToSeconds - stallFromSeconds));
        }
        if (errorRate > 0) {
            all.add(always(FaultKind.ERROR, errorStatus, errorRate));
        }
        if (midStreamErrorRate > 0) {
            all.add(always(FaultKind.BREAK, midStreamErrorAfterTokens, midStreamErrorRate));
        }
        return all;
    }

    private static Fault always(FaultKind kind, int value, double share) {
        return new Fault(kind, String.valueOf(value), share, 0, Double.POSITIVE_INFINITY);
    }

    private static void requireShare(String name, double value) {
        require(value >= 0 && value <= 1, name, "in 0..1", value);
    }

    private static void require(boolean holds, String name, String rule, Number value) {
        if (!holds) {
            throw new IllegalArgumentException("faults." + name + " must be " + rule + " but was " + value);
        }
    }
}
