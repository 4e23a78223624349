package io.tidemark.reports.tune;

import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.events.Verdict;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** What configurations are compared by: one value a start. */
public enum GoalValue {
    /** Highest load that a start holds within all objectives, requests per second or in flight: of a sweep that it surely holds, of a search its estimate. */
    HELD_LOAD("held load", "holds") {
        @Override
        OptionalDouble value(TuneStart start) {
            return start.isOfSweep() ? HeldRange.of(start).held() : start.searched();
        }

        @Override
        double width(TuneStart start) {
            return start.isOfSweep() ? HeldRange.of(start).width() : 0;
        }
    },
    /** The highest goodput over the loads of a start, as the journal of a search holds it: the geometric middle of its interval. */
    GOODPUT("goodput", "reaches") {
        @Override
        OptionalDouble value(TuneStart start) {
            return start.searched();
        }
    },
    /** Another value that the journal of a search holds, where higher is better: its estimate. */
    VALUE("the tuned value", "reaches") {
        @Override
        OptionalDouble value(TuneStart start) {
            return start.searched();
        }
    },
    /** The value that the journal of a search holds, where lower is better. It is compared by its inverse. */
    COST("the tuned cost", "costs") {
        @Override
        OptionalDouble value(TuneStart start) {
            return start.searched();
        }
    },
    /** The most output tokens per second at a load that does not break the SLO. */
    OUTPUT_TOKENS("output tokens/s", "reaches") {
        @Override
        OptionalDouble value(TuneStart start) {
            return start.steps().stream()
                    .filter(step -> step.result().verdict() != Verdict.FAIL)
                    .map(step -> StepRates.outputTokens(step.result()))
                    .flatMapToDouble(OptionalDouble::stream)
                    .max();
        }
    };

    private final String label;
    private final String verb;

    GoalValue(String label, String verb) {
        this.label = label;
        this.verb = verb;
    }

    /** By the objective of a search, else the held load; where nothing is held or failed by anybody, as without an SLO, output tokens. */
    static GoalValue of(TuneRow tune, List<Configuration> configurations) {
        GoalValue goal = declared(tune);
        boolean known = configurations.stream()
                .flatMap(one -> one.measured().stream())
                .anyMatch(start -> goal.value(start).isPresent());
        return known ? goal : OUTPUT_TOKENS;
    }

    private static GoalValue declared(TuneRow tune) {
        String words = tune.objective().toLowerCase(Locale.ROOT);
        if (!tune.mode().equals("search") || words.isBlank() || words.contains("held")) {
            return HELD_LOAD;
        }
        if (words.contains("goodput")) {
            return GOODPUT;
        }
        return words.contains("minimi") || words.contains("cost") ? COST : VALUE;
    }

    private static Measure named(String name) {
        return new Measure(MeasureFamily.CAPACITY, name, OptionalDouble.empty());
    }

    /** As tables print it. */
    public String label() {
        return label;
    }

    /** What a configuration does with it: "holds". */
    public String verb() {
        return verb;
    }

    public boolean lowerIsBetter() {
        return this == COST;
    }

    Measure measure() {
        return switch (this) {
            case HELD_LOAD -> Measure.heldLoad();
            case OUTPUT_TOKENS -> Measure.outputTokens();
            case GOODPUT -> Measure.goodput();
            case VALUE -> named("tuned_value");
            case COST -> named("inverse_of_tuned_cost");
        };
    }

    /** Of one start; empty where nothing tells. */
    abstract OptionalDouble value(TuneStart start);

    /** How far apart the two values are between which the truth is; 0 where it is known. */
    double width(TuneStart start) {
        return 0;
    }

    /** The value as it is compared, where higher is better; empty where it cannot be. */
    OptionalDouble compared(TuneStart start) {
        OptionalDouble value = value(start);
        if (!lowerIsBetter() || value.isEmpty()) {
            return value;
        }
        return value.getAsDouble() > 0 ? OptionalDouble.of(1 / value.getAsDouble()) : OptionalDouble.empty();
    }
}
