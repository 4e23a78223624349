package io.tidemark.producer.plan;

import io.tidemark.producer.plan.ValueType.RuleBroken;

/**
 * Reads a number of tokens: {@code 128}, {@code 64-256}, or {@code {mean: 1024, range_ratio: 0.5, meaning: around}}, where
 * {@code meaning} says which of the two meanings that tools give to a range ratio is meant.
 */
final class LengthReader {
    private static final LengthRange STAND_IN = LengthRange.of(1);
    private static final ValueType<Double> RATIO = LengthReader::ratio;

    private LengthReader() {}

    static LengthRange required(Section section, String key) {
        if (section.isMapping(key)) {
            return section.section(key).map(LengthReader::ratioRange).orElse(STAND_IN);
        }
        return section.required(key, LengthReader::parse, STAND_IN);
    }

    static LengthRange optional(Section section, String key, LengthRange otherwise) {
        return section.has(key) ? required(section, key) : otherwise;
    }

    private static LengthRange ratioRange(Section given) {
        Meaning meaning = given.optional("meaning", Values.oneOf(Meaning.class)).orElse(Meaning.AROUND);
        String lengthKey = meaning == Meaning.AROUND ? "mean" : "longest";
        int length = given.required(lengthKey, Values.COUNT, 1);
        double ratio = given.required("range_ratio", RATIO, 0.0);
        given.refuseOthers();
        if (meaning == Meaning.AROUND && ratio >= 1) {
            given.refuse("range_ratio", "must be in [0, 1) where meaning is around");
            return STAND_IN;
        }
        return meaning == Meaning.AROUND ? LengthRange.around(length, ratio) : LengthRange.upTo(length, ratio);
    }

    private static LengthRange parse(String text) {
        String[] ends = text.split("-", 2);
        try {
            int min = Values.COUNT.parse(ends[0].strip());
            return new LengthRange(min, ends.length == 1 ? min : Values.COUNT.parse(ends[1].strip()));
        } catch (IllegalArgumentException | RuleBroken e) {
            throw new RuleBroken("must be a number of tokens >= 1 such as 128, or a range such as 64-256,");
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
            throw new RuleBroken(rule);
        }
        throw new RuleBroken(rule);
    }

    /** What a range ratio means. */
    private enum Meaning {
        /** vLLM: mean (1 - r) to mean (1 + r). */
        AROUND,
        /** SGLang, older vLLM: longest r to longest. */
        UPTO
    }
}
