package io.tidemark.reports.tune;

import io.tidemark.analysis.signal.CorrelatedSignal;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.reports.run.MeasuredStep;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * Why a configuration did worse or better than the baseline, as far as the server's signals show it.
 *
 * @param load that both were measured at: the lowest at which only one of them fails, else the lowest at which both do, else
 *     the highest
 * @param moves what differs there; empty if nothing differs by much
 */
public record SignalReason(Configuration configuration, LoadLevel load, List<SignalMove> moves) {
    public SignalReason {
        moves = List.copyOf(moves);
    }

    /** Of each measured configuration but the baseline; those without samples, or without a load in common with it, are left out. */
    public static List<SignalReason> of(TuneReport report) {
        List<SignalReason> reasons = new ArrayList<>();
        report.base()
                .filter(Configuration::hasSignals)
                .ifPresent(base -> report.measured().stream()
                        .filter(one -> !one.equals(base) && one.hasSignals())
                        .forEach(one -> of(base, one).ifPresent(reasons::add)));
        return reasons;
    }

    private static Optional<SignalReason> of(Configuration base, Configuration one) {
        TreeSet<LoadLevel> common = CommonLoad.common(List.of(base, one));
        return common.stream()
                .filter(load -> CommonLoad.fails(one, load) != CommonLoad.fails(base, load))
                .findFirst()
                .or(() -> common.stream()
                        .filter(load -> CommonLoad.fails(one, load))
                        .findFirst())
                .or(() -> common.descendingSet().stream().findFirst())
                .map(load -> new SignalReason(one, load, SignalMove.between(base, one, load)));
    }

    /**
     * A server signal that is not the same in two configurations at one load. It says what differs together with the result, never what caused it.
     *
     * @param base mean over the starts of the baseline
     * @param candidate mean over the starts of the other
     */
    public record SignalMove(CorrelatedSignal signal, double base, double candidate) {
        private static final double NANOS_PER_SECOND = 1e9;

        /** In the order in which one moves the next; what steps hold a mean of. */
        private static final List<CorrelatedSignal> LOOKED_AT = List.of(
                CorrelatedSignal.KV_USAGE,
                CorrelatedSignal.PREEMPTIONS,
                CorrelatedSignal.PREFIX_HITS,
                CorrelatedSignal.ACCEPTED_DRAFTS,
                CorrelatedSignal.WAITING,
                CorrelatedSignal.RUNNING,
                CorrelatedSignal.STEP_SECONDS,
                CorrelatedSignal.GPU_UTIL,
                CorrelatedSignal.GPU_POWER,
                CorrelatedSignal.GPU_MEMORY);

        /** What differs by as much as the signal's rule asks, with every start of the candidate beyond the baseline's mean. */
        static List<SignalMove> between(Configuration base, Configuration candidate, LoadLevel load) {
            List<SignalMove> moves = new ArrayList<>();
            for (CorrelatedSignal signal : LOOKED_AT) {
                double[] before = values(base, load, signal);
                double[] after = values(candidate, load, signal);
                if (before.length > 0 && after.length > 0) {
                    SignalMove move = new SignalMove(signal, mean(before), mean(after));
                    if (move.isLarge() && move.isShownBy(after)) {
                        moves.add(move);
                    }
                }
            }
            return moves;
        }

        private boolean isLarge() {
            return Math.abs(candidate - base) >= signal.rule().least(base);
        }

        private boolean isShownBy(double... after) {
            return Arrays.stream(after).allMatch(value -> (value > base) == (candidate > base));
        }

        /** "queue length 0.4 -> 37 requests". */
        public String description() {
            return signal == CorrelatedSignal.STEP_SECONDS
                    ? "ITL p50, the time of an engine step as clients see it, "
                            + ValueText.latency(base * NANOS_PER_SECOND) + " -> "
                            + ValueText.latency(candidate * NANOS_PER_SECOND)
                    : signal.describeMove(base, candidate);
        }

        private static double[] values(Configuration configuration, LoadLevel load, CorrelatedSignal signal) {
            return configuration.stepsAt(load).stream()
                    .map(MeasuredStep::result)
                    .map(result -> signal == CorrelatedSignal.STEP_SECONDS
                            ? stepSeconds(result)
                            : value(result.signalMeans(), signal))
                    .flatMapToDouble(OptionalDouble::stream)
                    .toArray();
        }

        private static OptionalDouble value(Map<String, Double> means, CorrelatedSignal signal) {
            return switch (signal) {
                case PREFIX_HITS -> share(means, Signal.PREFIX_HITS, Signal.PREFIX_QUERIES);
                case ACCEPTED_DRAFTS -> share(means, Signal.SPEC_ACCEPTED, Signal.SPEC_DRAFT_TOKENS);
                default -> of(means, signal.id());
            };
        }

        /** Results hold no mean of the server's own histograms; each step of the engine is a gap between the chunks of its answers. */
        private static OptionalDouble stepSeconds(StepResultRow result) {
            MetricRow itl = result.metrics().get(Metric.ITL);
            return itl == null || itl.p50Nanos().isEmpty()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(itl.p50Nanos().getAsLong() / NANOS_PER_SECOND);
        }

        private static OptionalDouble share(Map<String, Double> means, Signal part, Signal whole) {
            OptionalDouble all = of(means, whole.id());
            OptionalDouble some = of(means, part.id());
            return all.orElse(0) > 0 && some.isPresent()
                    ? OptionalDouble.of(some.getAsDouble() / all.getAsDouble())
                    : OptionalDouble.empty();
        }

        private static OptionalDouble of(Map<String, Double> means, String id) {
            Double mean = means.get(id);
            return mean == null || !Double.isFinite(mean) ? OptionalDouble.empty() : OptionalDouble.of(mean);
        }

        private static double mean(double[] values) {
            double sum = 0;
            for (double value : values) {
                sum += value;
            }
            return sum / values.length;
        }
    }
}
