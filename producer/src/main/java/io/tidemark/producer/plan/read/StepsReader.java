package io.tidemark.producer.plan.read;

import io.tidemark.producer.plan.LoadLimits;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.StepPlan.Counting;
import io.tidemark.producer.plan.StepPlan.Extent;
import io.tidemark.producer.plan.StepPlan.Lasting;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the {@code steps} of a plan, with what {@code step_defaults} says for all of them. */
final class StepsReader {
    private static final Extent STAND_IN = new Lasting(Duration.ofSeconds(1));
    private static final List<String> LOADS = List.of("rate", "rates", "concurrency", "concurrencies");

    private final YamlSection root;
    private final WorkloadPlan workload;
    private final ValueType<Integer> concurrency;

    StepsReader(YamlSection root, WorkloadPlan workload, LoadLimits limits) {
        this.root = root;
        this.workload = workload;
        this.concurrency = concurrency(limits);
    }

    /** Beyond our own limit a request would be dropped, so a concurrency would never be reached. */
    private static ValueType<Integer> concurrency(LoadLimits limits) {
        return text -> {
            int count = ValueTypes.COUNT.parse(text);
            if (count > limits.inFlight()) {
                throw new InvalidValueException("must be at most limits.in_flight of " + limits.inFlight());
            }
            return count;
        };
    }

    List<StepPlan> read() {
        ArrivalsReader arrivals = new ArrivalsReader(root, workload, concurrency);
        Optional<YamlSection> defaults = root.section("step_defaults");
        List<StepPlan> steps = new ArrayList<>();
        List<YamlSection> sections = root.sections("steps");
        for (YamlSection step : sections) {
            steps.addAll(read(new StepKeys(step, defaults), arrivals));
            step.refuseUnknownKeys();
        }
        if (sections.isEmpty()) {
            root.refuse("steps", "must have at least one step");
        }
        arrivals.refuseUnused();
        defaults.ifPresent(section -> new StepKeys(section, Optional.empty()).refuseOthers());
        return steps;
    }

    /** One step, or one for each of its rates or concurrencies. */
    private List<StepPlan> read(StepKeys keys, ArrivalsReader arrivals) {
        Extent extent = extent(keys);
        Settings settings = new Settings(
                extent,
                orZero(keys.of("warm_up").optional("warm_up", ValueTypes.DURATION_OR_ZERO)),
                orZero(keys.of("cool_down").optional("cool_down", ValueTypes.DURATION_OR_ZERO)),
                orZero(keys.of("idle").optional("idle", ValueTypes.DURATION_OR_ZERO)),
                keys.of("segment").optional("segment", ValueTypes.DURATION).orElse(StepPlan.SEGMENT));
        List<LoadModel> loads = loads(keys, arrivals, settings);
        return loads.stream().map(settings::under).toList();
    }

    private List<LoadModel> loads(StepKeys keys, ArrivalsReader arrivals, Settings settings) {
        YamlSection step = keys.stepSection();
        Set<String> given = LOADS.stream().filter(step::has).collect(Collectors.toSet());
        if (given.size() > 1) {
            step.refuse("must have only one of rate, rates, concurrency and concurrencies");
        }
        if (given.contains("concurrency") || given.contains("concurrencies")) {
            return closed(keys);
        }
        if (step.has("ramp_up")) {
            step.refuse(
                    "ramp_up", "must be left out without a concurrency: a rate that rises is arrivals: {kind: ramp}");
        }
        return arrivals.loads(keys, settings);
    }

    private List<LoadModel> closed(StepKeys keys) {
        YamlSection step = keys.stepSection();
        for (String key : List.of("arrivals", "max_concurrency", "speed_up")) {
            if (step.has(key)) {
                step.refuse(key, "must be left out with a concurrency: the next begins when one has ended");
            }
        }
        Duration rampUp = orZero(keys.of("ramp_up").optional("ramp_up", ValueTypes.DURATION_OR_ZERO));
        return values(step, "concurrency", "concurrencies", concurrency).stream()
                .<LoadModel>map(places -> new LoadModel.Closed(places, rampUp))
                .toList();
    }

    /** The value of the one key, or the values of the other. */
    static <T> List<T> values(YamlSection step, String one, String several, ValueType<T> type) {
        if (!step.has(several)) {
            return step.optional(one, type).stream().toList();
        }
        List<T> values = step.list(several, type);
        if (values.isEmpty() && step.isEmptyList(several)) {
            step.refuse(several, "must have at least one value");
        }
        return values;
    }

    private static Extent extent(StepKeys keys) {
        YamlSection step = keys.owning("duration", "requests");
        Optional<Duration> duration = step.optional("duration", ValueTypes.DURATION);
        Optional<Integer> requests = step.optional("requests", ValueTypes.COUNT);
        if (step.has("duration") == step.has("requests")) {
            step.refuse("duration", "or requests must be given, one of the two");
        }
        return requests.<Extent>map(Counting::new)
                .or(() -> duration.map(Lasting::new))
                .orElse(STAND_IN);
    }

    private static Duration orZero(Optional<Duration> duration) {
        return duration.orElse(Duration.ZERO);
    }

    /** What a step has beside its load. */
    record Settings(Extent extent, Duration warmUp, Duration coolDown, Duration idle, Duration segment) {
        StepPlan under(LoadModel load) {
            return new StepPlan(load, extent, warmUp, coolDown, idle, segment);
        }
    }

    /** A step's own keys before those of {@code step_defaults}. */
    record StepKeys(YamlSection stepSection, Optional<YamlSection> defaults) {
        private static final List<String> SHARED = List.of(
                "warm_up", "cool_down", "idle", "segment", "ramp_up", "max_concurrency", "requests", "duration");

        /** Where the key is given; the step if nowhere. */
        YamlSection of(String key) {
            return owning(key);
        }

        /** Where one of the keys is given; the step if nowhere. */
        YamlSection owning(String... keys) {
            return gives(stepSection, keys)
                    ? stepSection
                    : defaults.filter(section -> gives(section, keys)).orElse(stepSection);
        }

        /** Asks for each, so that each is known. */
        private static boolean gives(YamlSection section, String... keys) {
            return Arrays.stream(keys).filter(section::has).count() > 0;
        }

        /** For the defaults themselves, where each key is known though no step may have asked for it. */
        void refuseOthers() {
            SHARED.forEach(stepSection::has);
            stepSection.refuseUnknownKeys();
        }
    }
}
