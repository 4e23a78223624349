package io.tidemark.producer.vllm;

import java.util.ArrayList;
import java.util.List;

/** A rate that rises from request to request, from {@code startPerSecond} with the first to {@code endPerSecond} with the last. */
public record RampUp(Strategy strategy, int startPerSecond, int endPerSecond) {
    /** How it rises. */
    public enum Strategy {
        LINEAR {
            @Override
            double rate(RampUp ramp, double progress) {
                return ramp.startPerSecond + (ramp.endPerSecond - ramp.startPerSecond) * progress;
            }
        },
        EXPONENTIAL {
            @Override
            double rate(RampUp ramp, double progress) {
                double ratio = (double) ramp.endPerSecond / ramp.startPerSecond;
                return ramp.startPerSecond * Math.pow(ratio, progress);
            }
        };

        abstract double rate(RampUp ramp, double progress);

        /** As in flags and files. */
        public String word() {
            return this == LINEAR ? "linear" : "exponential";
        }
    }

    /**
     * A whole rate was reached.
     *
     * @param request the first request of it
     */
    public record Change(int perSecond, int request) {}

    /** The rate at a request, counted from 0. */
    double perSecond(int request, int requests) {
        return strategy.rate(this, (double) request / Math.max(requests - 1, 1));
    }

    /** Every whole rate from the start to the end, with the request that reached it. */
    public List<Change> changes(int requests) {
        List<Change> changes = new ArrayList<>();
        changes.add(new Change(startPerSecond, 0));
        int last = startPerSecond;
        for (int request = 0; request < requests; request++) {
            int rate = (int) perSecond(request, requests);
            for (int reached = last + 1; reached <= rate; reached++) {
                changes.add(new Change(reached, request));
            }
            last = Math.max(last, rate);
        }
        return changes;
    }

    String fileWord() {
        return "ramp-up-" + strategy.word() + "-" + startPerSecond + "qps-" + endPerSecond + "qps";
    }
}
