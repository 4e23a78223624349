package io.tidemark.producer.plan.read;

import io.tidemark.producer.plan.workload.ContinuousLength;
import io.tidemark.producer.plan.workload.LengthDistribution;
import io.tidemark.producer.plan.workload.LengthPercentiles;
import io.tidemark.producer.plan.workload.LengthRange;
import io.tidemark.producer.plan.workload.ZipfLength;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.math.BigDecimal;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a number of tokens: {@code 128}, {@code 64-256}, {@code {mean: 1024, range_ratio: 0.5, meaning: around}}, where {@code meaning} says
 * which of the two meanings that tools give to a range ratio is meant, a distribution by name, {@code {distribution: lognormal, mean: 1024,
 * stdev: 512}}, or one by its percentiles, {@code {p50: 978, p95: 1720}}.
 */
final class LengthRangeReader {
    private static final LengthRange STAND_IN = LengthRange.of(1);
    private static final ValueType<Double> RATIO = LengthRangeReader::ratio;
    private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,2}(?:\\.\\d{1,4})?)");

    private LengthRangeReader() {}

    static LengthDistribution required(YamlSection section, String key) {
        if (section.isMapping(key)) {
            return section.section(key).map(LengthRangeReader::described).orElse(STAND_IN);
        }
        return section.required(key, LengthRangeReader::parse, STAND_IN);
    }

    static LengthDistribution optional(YamlSection section, String key, LengthDistribution otherwise) {
        return section.has(key) ? required(section, key) : otherwise;
    }

    private static LengthDistribution described(YamlSection given) {
        if (given.has("distribution")) {
            return named(given);
        }
        return given.keys().stream().anyMatch(key -> PERCENTILE.matcher(key).matches())
                ? fitted(given)
                : ratioRange(given);
    }

    private static LengthDistribution named(YamlSection given) {
        Optional<Kind> kind = given.optional("distribution", ValueTypes.oneOf(Kind.class));
        boolean zipf = kind.filter(Kind.ZIPF::equals).isPresent();
        List<String> own = zipf ? List.of("exponent") : List.of("mean", "stdev");
        for (String key : List.of("mean", "stdev", "exponent")) {
            if (given.has(key) && !own.contains(key)) {
                given.refuse(key, "must be left out with distribution: " + (zipf ? "zipf" : "normal or lognormal"));
            }
        }
        double mean = zipf ? 1 : given.required("mean", ValueTypes.FACTOR, 1.0);
        double stdev = zipf ? 1 : given.required("stdev", ValueTypes.FACTOR, 1.0);
        double exponent = zipf ? given.required("exponent", ValueTypes.FACTOR, 1.0) : 1;
        if (zipf && !given.has("max")) {
            given.refuse("max", "is required: the longest length, which is the rarest");
            return STAND_IN;
        }
        Limits limits = limits(given);
        given.refuseUnknownKeys();
        if (kind.isEmpty()) {
            return STAND_IN;
        }
        return checked(given, () -> switch (kind.get()) {
            case NORMAL -> ContinuousLength.of(new ContinuousLength.Normal(mean, stdev), limits.min(), limits.max());
            case LOGNORMAL ->
                ContinuousLength.of(new ContinuousLength.Lognormal(mean, stdev), limits.min(), limits.max());
            case ZIPF -> new ZipfLength(limits.min(), limits.max(), exponent);
        });
    }

    private static LengthDistribution fitted(YamlSection given) {
        NavigableMap<Double, Integer> lengths = new TreeMap<>();
        for (String key : given.keys()) {
            Matcher percentile = PERCENTILE.matcher(key);
            if (percentile.matches()) {
                double share =
                        new BigDecimal(percentile.group(1)).movePointLeft(2).doubleValue();
                given.optional(key, ValueTypes.COUNT).ifPresent(length -> lengths.put(share, length));
            }
        }
        Limits limits = limits(given);
        given.refuseUnknownKeys();
        return checked(given, () -> ContinuousLength.of(new LengthPercentiles(lengths), limits.min(), limits.max()));
    }

    private static LengthDistribution checked(YamlSection given, Supplier<LengthDistribution> distribution) {
        try {
            return distribution.get();
        } catch (IllegalArgumentException e) {
            given.refuse(String.valueOf(e.getMessage()));
            return STAND_IN;
        }
    }

    private static Limits limits(YamlSection given) {
        return new Limits(
                given.optional("min", ValueTypes.COUNT).orElse(1),
                given.optional("max", ValueTypes.COUNT).orElse(ContinuousLength.MAX_LENGTH));
    }

    private record Limits(int min, int max) {}

    private static LengthDistribution ratioRange(YamlSection given) {
        Meaning meaning =
                given.optional("meaning", ValueTypes.oneOf(Meaning.class)).orElse(Meaning.AROUND);
        String lengthKey = meaning == Meaning.AROUND ? "mean" : "longest";
        int length = given.required(lengthKey, ValueTypes.COUNT, 1);
        double ratio = given.required("range_ratio", RATIO, 0.0);
        given.refuseUnknownKeys();
        if (meaning == Meaning.AROUND && ratio >= 1) {
            given.refuse("range_ratio", "must be in [0, 1) where meaning is around");
            return STAND_IN;
        }
        return meaning == Meaning.AROUND ? LengthRange.around(length, ratio) : LengthRange.upTo(length, ratio);
    }

    private static LengthRange parse(String text) {
        String[] ends = text.split("-", 2);
        try {
            int min = ValueTypes.COUNT.parse(ends[0].strip());
            return new LengthRange(min, ends.length == 1 ? min : ValueTypes.COUNT.parse(ends[1].strip()));
        } catch (IllegalArgumentException | InvalidValueException e) {
            throw new InvalidValueException("must be a number of tokens >= 1 such as 128, or a range such as 64-256,");
        }
    }

    private static double ratio(String text) {
        String rule = "must be in [0, 1]";
        try {
            double ratio = Double.parseDouble(text);
            if (ratio >= 0 && ratio <= 1) {
                return ratio;
            }
        } catch (NumberFormatException e) {
            throw new InvalidValueException(rule);
        }
        throw new InvalidValueException(rule);
    }

    /** Distributions that have a name. */
    private enum Kind {
        NORMAL,
        LOGNORMAL,
        ZIPF
    }

    /** What a range ratio means. */
    private enum Meaning {
        /** vLLM: mean (1 - r) to mean (1 + r). */
        AROUND,
        /** SGLang, older vLLM: longest r to longest. */
        UPTO
    }
}
