package io.tidemark.producer.plan.read;

import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.plan.tune.TuneGoal;
import io.tidemark.producer.plan.tune.TunePlan;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlSection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Reads the section {@code tune}. */
final class TuneReader {
    private static final ValueType<Integer> CHALLENGERS = whole(1, 20);
    private static final ValueType<Integer> REPEATS = whole(3, 100);

    private final YamlSection root;
    private final List<ObjectiveState> objectives;
    private final Function<Mapping, Optional<TunePlan.HeldOut>> heldOutLoads;

    /** @param heldOutLoads the load of the plan with another workload; empty if that is refused */
    TuneReader(
            YamlSection root,
            List<ObjectiveState> objectives,
            Function<Mapping, Optional<TunePlan.HeldOut>> heldOutLoads) {
        this.root = root;
        this.objectives = List.copyOf(objectives);
        this.heldOutLoads = heldOutLoads;
    }

    Optional<TunePlan> read() {
        return root.section("tune").map(this::plan);
    }

    private TunePlan plan(YamlSection tune) {
        TuneGoal goal = goal(tune);
        Optional<Double> price = tune.optional("price_per_hour", ValueTypes.FACTOR);
        if (goal == TuneGoal.COST_PER_TOKEN && price.isEmpty()) {
            tune.refuse("price_per_hour", "must give the price of the server with minimize: cost_per_token");
        }
        if (goal != TuneGoal.COST_PER_TOKEN && price.isPresent()) {
            tune.refuse("price_per_hour", "goes with minimize: cost_per_token only");
        }
        if (goal == TuneGoal.GOODPUT) {
            refuseForGoodput(tune);
        }
        TunePlan read = new TunePlan(
                goal,
                price.map(OptionalDouble::of).orElseGet(OptionalDouble::empty),
                tune.optional("budget", ValueTypes.DURATION).orElse(TunePlan.DEFAULT_BUDGET),
                tune.optional("from", ValueTypes.FACTOR).map(OptionalDouble::of).orElseGet(OptionalDouble::empty),
                tune.optional("start_up", ValueTypes.DURATION).orElse(TunePlan.DEFAULT_START_UP),
                lengths(tune),
                finals(tune),
                heldOut(tune));
        tune.refuseUnknownKeys();
        return read;
    }

    private static TuneGoal goal(YamlSection tune) {
        Optional<TuneGoal> most = tune.optional("maximize", text -> switch (text) {
            case "held_load" -> TuneGoal.HELD_LOAD;
            case "goodput" -> TuneGoal.GOODPUT;
            case "output_tokens" -> TuneGoal.OUTPUT_TOKENS;
            default -> throw new InvalidValueException("must be held_load, goodput or output_tokens");
        });
        Optional<TuneGoal> least = tune.optional("minimize", text -> {
            if (text.equals("cost_per_token")) {
                return TuneGoal.COST_PER_TOKEN;
            }
            throw new InvalidValueException("must be cost_per_token");
        });
        if (most.isPresent() && least.isPresent()) {
            tune.refuse("minimize", "must be left out beside maximize: one thing is searched for");
        }
        return most.or(() -> least).orElse(TuneGoal.HELD_LOAD);
    }

    /** Goodput is counted per request, over the plan's own steps. */
    private void refuseForGoodput(YamlSection tune) {
        if (objectives.stream().noneMatch(TuneReader::limitsLatencyOfRequests)) {
            tune.refuse(
                    "maximize",
                    "must not be goodput where slo.objectives limits no latency of a request (ttft, tpot, e2e): every answered request"
                            + " would count");
        }
        List.of("from", "search").stream()
                .filter(tune::has)
                .forEach(key -> tune.refuse(
                        key, "goes with a search for a load only: goodput is measured with the plan's steps"));
        tune.section("finals")
                .filter(finals -> finals.has("length"))
                .ifPresent(finals -> finals.refuse(
                        "length", "goes with a search for a load only: goodput is measured with the plan's steps"));
    }

    /** A request has many values of ITL, so that it is within no limit of it or beyond. */
    private static boolean limitsLatencyOfRequests(ObjectiveState objective) {
        return switch (objective.getKind()) {
            case QUANTILE -> objective.getMetric() != MetricName.ITL;
            case GOOD_RATIO -> !objective.getGoodLimitsNanos().isEmpty();
            case ERROR_RATIO, UNKNOWN -> false;
        };
    }

    private Optional<TunePlan.HeldOut> heldOut(YamlSection tune) {
        Optional<YamlSection> section = tune.section("held_out");
        if (section.isEmpty()) {
            return Optional.empty();
        }
        Optional<Mapping> workload = section.get().tree("workload");
        if (!section.get().has("workload")) {
            section.get().refuse("workload", "is required");
        }
        section.get().refuseUnknownKeys();
        return workload.flatMap(heldOutLoads);
    }

    private static TunePlan.Lengths lengths(YamlSection tune) {
        TunePlan.Lengths usual = TunePlan.Lengths.DEFAULT;
        Optional<YamlSection> given = tune.section("search");
        if (given.isEmpty()) {
            return usual;
        }
        YamlSection search = given.get();
        TunePlan.Lengths lengths = new TunePlan.Lengths(
                search.optional("check", ValueTypes.DURATION).orElse(usual.check()),
                search.optional("first", ValueTypes.DURATION).orElse(usual.first()),
                search.optional("longest", ValueTypes.DURATION).orElse(usual.longest()));
        requireOrder(search, lengths.check(), "first", lengths.first());
        requireOrder(search, lengths.first(), "longest", lengths.longest());
        search.refuseUnknownKeys();
        return lengths;
    }

    private static void requireOrder(YamlSection search, Duration shorter, String key, Duration longer) {
        if (longer.compareTo(shorter) < 0) {
            search.refuse(
                    key,
                    "must not be shorter than " + shorter.toSeconds() + " s but was " + longer.toSeconds()
                            + " s: lengths are check, first, longest, rising");
        }
    }

    private static TunePlan.Finals finals(YamlSection tune) {
        TunePlan.Finals usual = TunePlan.Finals.DEFAULT;
        Optional<YamlSection> given = tune.section("finals");
        if (given.isEmpty()) {
            return usual;
        }
        YamlSection section = given.get();
        TunePlan.Finals finals = new TunePlan.Finals(
                section.optional("challengers", CHALLENGERS).orElse(usual.challengers()),
                section.optional("repeats", REPEATS).orElse(usual.repeats()),
                section.optional("length", ValueTypes.DURATION).or(usual::length));
        section.refuseUnknownKeys();
        return finals;
    }

    private static ValueType<Integer> whole(int least, int most) {
        return text -> {
            int value = ValueTypes.COUNT.parse(text);
            if (value < least || value > most) {
                throw new InvalidValueException("must be " + least + " to " + most);
            }
            return value;
        };
    }
}
