package io.tidemark.producer.plan.read;

import io.tidemark.producer.plan.StepPlan.Counting;
import io.tidemark.producer.plan.StepPlan.Lasting;
import io.tidemark.producer.plan.load.ArrivalKind;
import io.tidemark.producer.plan.load.ArrivalPlan;
import io.tidemark.producer.plan.load.InterarrivalGaps;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.plan.load.RampUp;
import io.tidemark.producer.plan.load.RateShape;
import io.tidemark.producer.plan.read.StepsReader.Settings;
import io.tidemark.producer.plan.read.StepsReader.StepKeys;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads what drives the open-loop steps: {@code arrivals} of the plan or of a step, {@code rate} or {@code rates}, and the cap. */
final class ArrivalsReader {
    /** vLLM's arrivals are all drawn before the first; this bounds what they take to 320 MB. */
    private static final int MAX_OF_VLLM = 20_000_000;

    private static final Set<ArrivalKind> WITH_A_RATE =
            EnumSet.of(ArrivalKind.POISSON, ArrivalKind.CONSTANT, ArrivalKind.GAMMA, ArrivalKind.VLLM);

    private final YamlSection root;
    private final WorkloadPlan workload;
    private final ValueType<Integer> concurrency;
    private boolean planIsAsked;

    /** @param concurrency what a cap may be */
    ArrivalsReader(YamlSection root, WorkloadPlan workload, ValueType<Integer> concurrency) {
        this.root = root;
        this.workload = workload;
        this.concurrency = concurrency;
    }

    /** To be called when all steps have been read. */
    void refuseUnused() {
        if (root.has("arrivals") && !planIsAsked) {
            root.refuse("arrivals", "has no effect: every step has its own arrivals or a concurrency");
        }
    }

    /** One load for each rate of the step; one without a rate where the arrivals have rates of their own. */
    List<LoadModel> loads(StepKeys keys, Settings settings) {
        YamlSection step = keys.stepSection();
        YamlSection holder = step.has("arrivals") ? step : root;
        planIsAsked |= holder == root;
        Arriving arriving = arriving(holder);
        OptionalInt cap = keys.of("max_concurrency")
                .optional("max_concurrency", concurrency)
                .map(OptionalInt::of)
                .orElse(OptionalInt.empty());
        List<ArrivalPlan> plans = WITH_A_RATE.contains(arriving.kind()) && !arriving.hasOwnRates()
                ? rated(step, arriving, settings)
                : unrated(step, arriving, settings).stream().toList();
        arriving.section().ifPresent(YamlSection::refuseUnknownKeys);
        return plans.stream()
                .<LoadModel>map(plan -> new LoadModel.Open(plan, cap))
                .toList();
    }

    /** The kind in a word, or a mapping of the kind and what it takes. */
    private static Arriving arriving(YamlSection holder) {
        ValueType<ArrivalKind> type = ValueTypes.oneOf(ArrivalKind.class);
        if (holder.isMapping("arrivals")) {
            YamlSection section = holder.section("arrivals").orElseThrow();
            return new Arriving(section.required("kind", type, ArrivalKind.POISSON), Optional.of(section), holder);
        }
        return new Arriving(holder.optional("arrivals", type).orElse(ArrivalKind.POISSON), Optional.empty(), holder);
    }

    private static List<ArrivalPlan> rated(YamlSection step, Arriving arriving, Settings settings) {
        if (!step.has("rate") && !step.has("rates")) {
            step.refuse("rate", "is required (or rates, concurrency, concurrencies)");
        }
        InterarrivalGaps gaps = arriving.gaps(InterarrivalGaps.POISSON);
        return StepsReader.values(step, "rate", "rates", ValueTypes.RATE_OR_INF).stream()
                .map(rate -> rated(step, arriving, new Rated(rate, gaps, settings)))
                .toList();
    }

    private record Rated(double perSecond, InterarrivalGaps gaps, Settings settings) {}

    private static ArrivalPlan rated(YamlSection step, Arriving arriving, Rated rated) {
        if (Double.isInfinite(rated.perSecond())) {
            return new ArrivalPlan.AtOnce(counted(step, rated.settings(), "rate: inf"));
        }
        return switch (arriving.kind()) {
            case CONSTANT -> new ArrivalPlan.Constant(rated.perSecond());
            case GAMMA -> new ArrivalPlan.Gamma(rated.perSecond(), rated.gaps());
            case VLLM ->
                new ArrivalPlan.Vllm(rated.perSecond(), ofVllm(step, rated.settings()), rated.gaps(), Optional.empty());
            default -> new ArrivalPlan.Poisson(rated.perSecond());
        };
    }

    /** Arrivals that are made for a number of requests have neither a warm-up nor a cool-down. */
    private static int counted(YamlSection step, Settings settings, String with) {
        if (!settings.warmUp().isZero() || !settings.coolDown().isZero()) {
            step.refuse("must have no warm_up and no cool_down with " + with + "; use a separate step for the warm-up");
        }
        if (settings.extent() instanceof Counting counting) {
            return counting.requests();
        }
        step.refuse("requests", "is required with " + with);
        return 1;
    }

    private static int ofVllm(YamlSection step, Settings settings) {
        int requests = counted(step, settings, "arrivals: vllm");
        if (requests > MAX_OF_VLLM) {
            step.refuse("requests", "must be at most 20,000,000 with arrivals: vllm but was " + requests);
            return 1;
        }
        return requests;
    }

    private Optional<ArrivalPlan> unrated(YamlSection step, Arriving arriving, Settings settings) {
        String word = arriving.word();
        for (String key : List.of("rate", "rates")) {
            if (step.has(key)) {
                String instead = arriving.kind() == ArrivalKind.TRACE ? "; use speed_up" : ", which has its own";
                step.refuse(key, "must be left out with arrivals: " + word + instead);
            }
        }
        if (arriving.kind() == ArrivalKind.TRACE) {
            return Optional.of(trace(step));
        }
        if (arriving.section().isEmpty()) {
            arriving.holder().refuse("arrivals", "must be a mapping with kind: " + word + " and its rates");
            return Optional.empty();
        }
        YamlSection section = arriving.section().get();
        if (arriving.kind() == ArrivalKind.VLLM) {
            return vllm(section, step, settings, arriving.gaps(InterarrivalGaps.POISSON));
        }
        return new RateShapeReader(section, settings)
                .read(arriving.kind())
                .map(shape -> shaped(arriving, shape, settings));
    }

    private ArrivalPlan trace(YamlSection step) {
        if (!(workload instanceof WorkloadPlan.Trace)) {
            root.refuse("arrivals", "must not be trace unless workload.kind is trace");
        }
        return new ArrivalPlan.Trace(
                step.optional("speed_up", ValueTypes.FACTOR).orElse(1.0));
    }

    private static Optional<ArrivalPlan> vllm(
            YamlSection section, YamlSection step, Settings settings, InterarrivalGaps gaps) {
        int requests = ofVllm(step, settings);
        RampUp.Strategy strategy =
                section.required("ramp_up", ValueTypes.oneOf(RampUp.Strategy.class), RampUp.Strategy.LINEAR);
        double from = section.required("from", ValueTypes.RATE, 1.0);
        double to = section.required("to", ValueTypes.RATE, 1.0);
        RampUp rampUp = new RampUp(strategy, from, to);
        return Optional.of(
                new ArrivalPlan.Vllm(rampUp.averagePerSecond(requests), requests, gaps, Optional.of(rampUp)));
    }

    private static ArrivalPlan shaped(Arriving arriving, RateShape shape, Settings settings) {
        double average = settings.extent() instanceof Lasting lasting
                ? shape.expectedArrivals(seconds(lasting.duration())) / seconds(lasting.duration())
                : average(shape, ((Counting) settings.extent()).requests());
        return new ArrivalPlan.Shaped(arriving.word(), shape, arriving.gaps(InterarrivalGaps.POISSON), average);
    }

    private static double average(RateShape shape, int requests) {
        double seconds = shape.secondsAtArrival(requests);
        return Double.isInfinite(seconds) ? shape.peakPerSecond() : requests / seconds;
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    /** The arrivals asked for; the section is absent when they are given in a word. */
    private record Arriving(ArrivalKind kind, Optional<YamlSection> section, YamlSection holder) {
        String word() {
            return ValueTypes.word(kind);
        }

        /** vLLM's ramp-up has its own rates. */
        boolean hasOwnRates() {
            return kind == ArrivalKind.VLLM
                    && section.filter(given -> given.has("ramp_up")).isPresent();
        }

        InterarrivalGaps gaps(InterarrivalGaps otherwise) {
            if (section.isEmpty()) {
                if (kind == ArrivalKind.GAMMA) {
                    holder.refuse("arrivals", "must be a mapping with kind: gamma and its burstiness");
                }
                return otherwise;
            }
            return switch (kind) {
                case GAMMA -> new InterarrivalGaps(section.get().required("burstiness", ValueTypes.BURSTINESS, 1.0));
                case VLLM, RAMP, STAIRS, SPIKE, ON_OFF ->
                    new InterarrivalGaps(section.get()
                            .optional("burstiness", ValueTypes.BURSTINESS)
                            .orElse(1.0));
                default -> otherwise;
            };
        }
    }
}
