package io.tidemark.producer.plan.read;

import io.tidemark.producer.plan.workload.LengthRange;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;

/**
 * Reads a number of tokens: {@code 128}, {@code 64-256}, or {@code {mean: 1024, range_ratio: 0.5, meaning: around}}, where
 * {@code meaning} says which of the two meanings that tools give to a range ratio is meant.
 */
final class LengthRangeReader {
    private static final LengthRange STAND_IN = LengthRange.of(1);
    private static final ValueType<Double> RATIO = LengthRangeReader::ratio;

    private LengthRangeReader() {}

    static LengthRange required(YamlSection section, String key) {
        if (section.isMapping(key)) {
            return section.section(key).map(LengthRangeReader::ratioRange).orElse(STAND_IN);
        }
        return section.required(key, LengthRangeReader::parse, STAND_IN);
    }

    static LengthRange optional(YamlSection section, String key, LengthRange otherwise) {
        return section.has(key) ? required(section, key) : otherwise;
    }

    private static LengthRange ratioRange(YamlSection given) {
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

    /** What a range ratio means. */
    private enum Meaning {
        /** vLLM: mean (1 - r) to mean (1 + r). */
        AROUND,
        /** SGLang, older vLLM: longest r to longest. */
        UPTO
    }
}
