package io.tidemark.producer.plan.sweep;

import io.tidemark.producer.plan.SweepPlan;
import io.tidemark.producer.plan.server.ServerFlag;
import io.tidemark.producer.plan.sweep.FlagRange.Choices;
import io.tidemark.producer.plan.sweep.FlagRange.Numbers;
import io.tidemark.producer.plan.sweep.FlagRange.Scale;
import io.tidemark.producer.yaml.ReadContext;
import io.tidemark.producer.yaml.SourceLocation;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlSection;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Combinations that are drawn: each flag evenly from its choices or its range, independent of the others.
 *
 * @param count how many different ones are drawn
 * @param ranges by canonical name
 */
record RandomSpace(SourceLocation origin, int count, long seed, Map<String, FlagRange> ranges) {
    /** Draws for one combination that is new and feasible, before it is reported that there is none. */
    private static final int MAX_DRAWS_EACH = 1_000;

    private static final ValueType<BigDecimal> NUMBER =
            text -> ServerFlag.number(text).orElseThrow(() -> new InvalidValueException("must be a number"));

    RandomSpace {
        ranges = new TreeMap<>(ranges);
    }

    static Optional<RandomSpace> read(YamlSection random, ReadContext reading, FlagReader flags, long planSeed) {
        int count = random.required("count", ValueTypes.COUNT, 1);
        if (count > SweepPlan.MAX_PHASES) {
            random.refuse("count", "must be at most " + SweepPlan.MAX_PHASES + " but was " + count);
        }
        long seed = random.optional("seed", ValueTypes.SEED).orElse(planSeed);
        Optional<Mapping> space = random.tree("space");
        if (space.isEmpty() || space.get().entries().isEmpty()) {
            random.refuse("space", "must have at least one flag with its choices or its range");
        }
        random.refuseUnknownKeys();
        Map<String, FlagRange> ranges = new TreeMap<>();
        String path = "sweep.random.space";
        space.ifPresent(mapping -> flags.entries(mapping, path).forEach((name, entry) -> {
            String at = path + "." + name;
            if (entry.value() instanceof Mapping range) {
                range(new YamlSection(range, at, reading)).ifPresent(numbers -> ranges.put(name, numbers));
            } else {
                List<String> choices = flags.values(entry.value(), at);
                if (!choices.isEmpty()) {
                    ranges.put(name, new Choices(choices));
                }
            }
        }));
        SourceLocation origin = space.map(Mapping::origin).orElseGet(() -> SourceLocation.ofOption(path));
        return ranges.isEmpty() ? Optional.empty() : Optional.of(new RandomSpace(origin, count, seed, ranges));
    }

    private static Optional<FlagRange> range(YamlSection given) {
        BigDecimal from = given.required("from", NUMBER, BigDecimal.ONE);
        BigDecimal to = given.required("to", NUMBER, BigDecimal.ONE);
        Scale scale = given.optional("scale", ValueTypes.oneOf(Scale.class)).orElse(Scale.LINEAR);
        Optional<BigDecimal> step = given.optional("step", NUMBER);
        boolean whole = given.optional("whole", ValueTypes.SWITCH)
                .orElse(isWhole(from)
                        && isWhole(to)
                        && step.filter(each -> !isWhole(each)).isEmpty());
        given.refuseUnknownKeys();
        // What was refused has a stand-in, from which nothing is to be drawn.
        if (given.optional("from", NUMBER).isEmpty()
                || given.optional("to", NUMBER).isEmpty()) {
            return Optional.empty();
        }
        if (from.compareTo(to) >= 0) {
            given.refuse(
                    "to",
                    "must be greater than from, which is " + from.toPlainString() + ", but was " + to.toPlainString());
            return Optional.empty();
        }
        if (scale == Scale.LOG && from.signum() <= 0) {
            given.refuse("from", "must be > 0 with scale: log but was " + from.toPlainString());
            return Optional.empty();
        }
        if (step.filter(each -> each.signum() <= 0).isPresent()) {
            given.refuse("step", "must be > 0");
            return Optional.empty();
        }
        if (whole && !(isWhole(from) && isWhole(to))) {
            given.refuse("whole", "must be false where from or to is no whole number");
            return Optional.empty();
        }
        return Optional.of(new Numbers(from, to, scale, step, whole));
    }

    private static boolean isWhole(BigDecimal number) {
        return number.stripTrailingZeros().scale() <= 0;
    }

    /**
     * Draws until there are {@code count} combinations, or until drawing on is of no use.
     *
     * @param accept the combination as it is taken; empty if it is not feasible, or is there already
     */
    List<Candidate> draw(Function<Candidate, Optional<Candidate>> accept) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Candidate> drawn = new ArrayList<>();
        int failures = 0;
        while (drawn.size() < count && failures < MAX_DRAWS_EACH) {
            Map<String, String> flags = new TreeMap<>();
            ranges.forEach((flag, range) -> flags.put(flag, range.draw(random)));
            Optional<Candidate> accepted =
                    accept.apply(new Candidate(origin, "sweep.random", Optional.empty(), flags, false));
            accepted.ifPresent(drawn::add);
            failures = accepted.isPresent() ? 0 : failures + 1;
        }
        return drawn;
    }
}
