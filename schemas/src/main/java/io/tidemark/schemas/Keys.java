package io.tidemark.schemas;

import io.tidemark.events.MetricName;
import java.time.Instant;

/** The record keys of the topics, parts joined by {@code /}. */
public final class Keys {
    private Keys() {}

    /** Of tokens and requests: {@code run/lane/n}. */
    public static String request(String run, String lane, long number) {
        return run + "/" + lane + "/" + number;
    }

    /** Of heartbeats. */
    public static String heartbeat(String run, String lane) {
        return run + "/" + lane;
    }

    /** Of a run's control record. */
    public static String run(String run) {
        return "run/" + run;
    }

    /** Of a step's control record. */
    public static String step(String run, int step) {
        return "step/" + run + "/" + step;
    }

    /** Of a watched plan's control record. */
    public static String watch(String name) {
        return "watch/" + name;
    }

    /** Of a tune's control record. */
    public static String tune(String tune) {
        return "tune/" + tune;
    }

    /** Of the control record of one server start of a tune. */
    public static String trial(String tune, int number) {
        return "trial/" + tune + "/" + number;
    }

    /** Of an objective's control record. */
    public static String slo(String run, String objective) {
        return "slo/" + run + "/" + objective;
    }

    /** Of a window: its series and length. */
    public static String window(Series series, MetricName metric, int windowSeconds) {
        return series.run() + "/" + series.step() + "/" + series.target() + "/" + series.requestClass() + "/" + metric
                + "/" + windowSeconds;
    }

    /** Of a step result. */
    public static String stepResult(String run, int step) {
        return run + "/" + step;
    }

    /** Of a result of one segment of a step. */
    public static String segmentResult(String run, int step, int segment) {
        return stepResult(run, step) + "/" + segment;
    }

    /** Of a result of one of several targets of a step. */
    public static String targetResult(String run, int step, String target) {
        return stepResult(run, step) + "/target/" + target;
    }

    /** Of an alert: fingerprint of its labels, and start in milliseconds. */
    public static String alert(String fingerprint, Instant startsAt) {
        return fingerprint + "/" + startsAt.toEpochMilli();
    }

    /** The part at an index; empty if the key has fewer. */
    static String part(String key, int index) {
        int from = 0;
        for (int i = 0; i < index; i++) {
            int slash = key.indexOf('/', from);
            if (slash < 0) {
                return "";
            }
            from = slash + 1;
        }
        int to = key.indexOf('/', from);
        return to < 0 ? key.substring(from) : key.substring(from, to);
    }

    /** What percentiles are kept for, but for the metric. */
    public record Series(String run, int step, String target, String requestClass) {}
}
