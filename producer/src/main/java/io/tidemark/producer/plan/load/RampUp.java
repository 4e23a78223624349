package io.tidemark.producer.plan.load;

/** vLLM's ramp-up: the rate follows the number of the request, not the time. */
public record RampUp(Strategy strategy, double fromPerSecond, double toPerSecond) {
    /** How the rate goes from the first request to the last. */
    public enum Strategy {
        LINEAR,
        EXPONENTIAL
    }

    /** The rate at request {@code index} of {@code requests}, from 0. */
    public double perSecond(int index, int requests) {
        double progress = index / (double) Math.max(requests - 1, 1);
        return strategy == Strategy.LINEAR
                ? fromPerSecond + (toPerSecond - fromPerSecond) * progress
                : fromPerSecond * Math.pow(toPerSecond / fromPerSecond, progress);
    }

    /** Requests over the time that they are expected to take. */
    public double averagePerSecond(int requests) {
        double seconds = 0;
        for (int i = 0; i < requests; i++) {
            seconds += 1 / perSecond(i, requests);
        }
        return requests / seconds;
    }
}
