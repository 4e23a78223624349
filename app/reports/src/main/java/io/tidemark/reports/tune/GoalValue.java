package io.tidemark.reports.tune;

import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.events.LoadKind;
import io.tidemark.events.Verdict;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What configurations are compared by: one value a start. */
public sealed interface GoalValue {
    /** A value that is taken without knowing the plan's loads and objectives. */
    enum Standard implements GoalValue {
        /** Highest load that a start holds within all objectives, requests per second or in flight: of a sweep that it surely holds, of a search its estimate. */
        HELD_LOAD("held load", "holds") {
            @Override
            public OptionalDouble value(TuneStart start) {
                return start.isOfSweep() ? HeldRange.of(start).held() : start.searched();
            }

            @Override
            public double width(TuneStart start) {
                return start.isOfSweep() ? HeldRange.of(start).width() : 0;
            }
        },
        /** The highest goodput over the loads of a start, as the journal of a search holds it: the geometric middle of its interval. */
        GOODPUT("goodput", "reaches"),
        /** Another value that the journal of a search holds, where higher is better: its estimate. */
        VALUE("the tuned value", "reaches"),
        /** The value that the journal of a search holds, where lower is better. It is compared by its inverse. */
        COST("the tuned cost", "costs"),
        /** The most output tokens per second at a load that does not break the SLO. */
        OUTPUT_TOKENS("output tokens/s", "reaches") {
            @Override
            public OptionalDouble value(TuneStart start) {
                return start.steps().stream()
                        .filter(step -> step.verdict() != Verdict.FAIL)
                        .map(FigureTable::outputTokens)
                        .flatMapToDouble(OptionalDouble::stream)
                        .max();
            }
        };

        private final String label;
        private final String verb;

        Standard(String label, String verb) {
            this.label = label;
            this.verb = verb;
        }

        /** Of a search, its estimate. */
        @Override
        public OptionalDouble value(TuneStart start) {
            return start.searched();
        }

        @Override
        public String label() {
            return label;
        }

        @Override
        public String verb() {
            return verb;
        }

        @Override
        public boolean lowerIsBetter() {
            return this == COST;
        }

        @Override
        public Measure measure() {
            return switch (this) {
                case HELD_LOAD -> Measure.heldLoad();
                case OUTPUT_TOKENS -> Measure.outputTokens();
                case GOODPUT -> Measure.goodput();
                case VALUE -> named("tuned_value");
                case COST -> named("inverse_of_tuned_cost");
            };
        }
    }

    /**
     * By the objective of a search, else the held load; where no load fails and all hold the same, as without an SLO, by what the plan does not
     * set: a latency at rates of the plan, output tokens where the server sets the pace.
     */
    static GoalValue of(TuneRow tune, List<Configuration> configurations) {
        GoalValue declared = declared(tune);
        List<Configuration> measured =
                configurations.stream().filter(one -> !one.measured().isEmpty()).toList();
        if (tells(declared, measured)) {
            return declared;
        }
        return LatencyGoal.arePaced(measured)
                ? LatencyGoal.of(measured).<GoalValue>map(goal -> goal).orElse(declared)
                : Standard.OUTPUT_TOKENS;
    }

    private static boolean tells(GoalValue declared, List<Configuration> measured) {
        List<TuneStart> starts =
                measured.stream().flatMap(one -> one.measured().stream()).toList();
        double[] values = starts.stream()
                .flatMapToDouble(start -> declared.value(start).stream())
                .toArray();
        boolean isPlanned = declared == Standard.HELD_LOAD
                && starts.stream()
                        .allMatch(start -> start.isOfSweep()
                                && HeldRange.of(start).failsFrom().isEmpty())
                && Arrays.stream(values).distinct().count() == 1;
        return values.length > 0 && !isPlanned;
    }

    private static GoalValue declared(TuneRow tune) {
        String words = tune.objective().toLowerCase(Locale.ROOT);
        if (!tune.mode().equals("search") || words.isBlank() || words.contains("held")) {
            return Standard.HELD_LOAD;
        }
        if (words.contains("goodput")) {
            return Standard.GOODPUT;
        }
        return words.contains("minimi") || words.contains("cost") ? Standard.COST : Standard.VALUE;
    }

    /** A value that has no family of its own. */
    static Measure named(String name) {
        return new Measure(MeasureFamily.CAPACITY, name, OptionalDouble.empty());
    }

    /** As files print it: {@code HELD_LOAD}. */
    String name();

    /** As tables print it. */
    String label();

    /** What a configuration does with it: "holds". */
    String verb();

    boolean lowerIsBetter();

    Measure measure();

    /** Of one start; empty where nothing is known. */
    OptionalDouble value(TuneStart start);

    /** How far apart the two values are between which the truth is; 0 where it is known. */
    default double width(TuneStart start) {
        return 0;
    }

    /** The value as it is compared, where higher is better; empty where it cannot be. */
    default OptionalDouble compared(TuneStart start) {
        OptionalDouble value = value(start);
        if (!lowerIsBetter() || value.isEmpty()) {
            return value;
        }
        return value.getAsDouble() > 0 ? OptionalDouble.of(1 / value.getAsDouble()) : OptionalDouble.empty();
    }

    /**
     * A latency at one load, milliseconds: what a sweep is headed by whose rates its plan sets and whose configurations all hold them. There output
     * tokens per second and the held load are the plan's.
     */
    record LatencyGoal(LoadLevel load, Metric metric, double quantile) implements GoalValue {
        private static final double NANOS_PER_MILLI = 1e6;
        private static final double WITHOUT_OBJECTIVE = 0.99;

        /**
         * The latency of the objective that is nearest to its limit, at the highest load that all hold; without an objective TTFT p99. Empty where
         * no load is measured by all, or none has a latency.
         */
        static Optional<LatencyGoal> of(List<Configuration> measured) {
            return CommonLoad.of(measured)
                    .map(CommonLoad::load)
                    .flatMap(load -> judged(measured, load).or(() -> unjudged(measured, load)));
        }

        /** Whether the plan sets the rates at which tokens come. */
        static boolean arePaced(List<Configuration> measured) {
            return measured.stream()
                    .flatMap(Configuration::steps)
                    .anyMatch(step -> step.load().kind() == LoadKind.RATE && !step.isServerPaced());
        }

        private static Optional<LatencyGoal> judged(List<Configuration> measured, LoadLevel load) {
            Map<LatencyGoal, Double> nearness = Configuration.stepsAt(load, measured)
                    .flatMap(step -> step.objectives().stream())
                    .filter(objective -> objective.metric().isPresent() && objective.quantile() > 0)
                    .collect(Collectors.groupingBy(
                            objective ->
                                    new LatencyGoal(load, objective.metric().orElseThrow(), objective.quantile()),
                            () -> new TreeMap<>(Comparator.comparing(LatencyGoal::label)),
                            Collectors.averagingDouble(LatencyGoal::nearness)));
            return nearness.entrySet().stream()
                    .filter(entry -> entry.getKey().isKnown(measured))
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey);
        }

        private static double nearness(ObjectiveRow objective) {
            return objective.value().orElse(0) / objective.limit();
        }

        private static Optional<LatencyGoal> unjudged(List<Configuration> measured, LoadLevel load) {
            return Stream.of(Metric.TTFT_DUE, Metric.TTFT)
                    .map(metric -> new LatencyGoal(load, metric, WITHOUT_OBJECTIVE))
                    .filter(goal -> goal.isKnown(measured))
                    .findFirst();
        }

        private boolean isKnown(List<Configuration> measured) {
            Predicate<TuneStart> known = start -> value(start).isPresent();
            return measured.stream().flatMap(one -> one.measured().stream()).anyMatch(known);
        }

        @Override
        public String name() {
            return measured().label().toUpperCase(Locale.ROOT).replace(' ', '_') + "_MS";
        }

        @Override
        public String label() {
            return measured().label() + " at " + load.format();
        }

        @Override
        public String verb() {
            return "takes, by " + label() + ",";
        }

        @Override
        public boolean lowerIsBetter() {
            return true;
        }

        private Measure measured() {
            return Measure.quantile(metric, quantile);
        }

        @Override
        public Measure measure() {
            return GoalValue.named("inverse_of_latency");
        }

        @Override
        public OptionalDouble value(TuneStart start) {
            return start.steps().stream()
                    .filter(step -> step.load().equals(load))
                    .filter(step -> !step.unfitMetrics().contains(metric))
                    .flatMap(step -> Optional.ofNullable(step.result().metrics().get(metric)).stream())
                    .flatMapToLong(row -> row.quantileNanos(quantile).stream())
                    .average()
                    .stream()
                    .map(nanos -> nanos / NANOS_PER_MILLI)
                    .findFirst();
        }
    }
}
