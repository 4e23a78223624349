package io.tidemark.producer.plan;

import io.tidemark.producer.plan.ValueType.RuleBroken;
import java.time.Duration;

/** Reads a think time: {@code 2s}, {@code 1s-5s} drawn evenly, or {@code {mean: 2s}} drawn exponentially. */
final class ThinkTimeReader {
    private ThinkTimeReader() {}

    /** None when it is not given. */
    static ThinkTime optional(Section section, String key) {
        if (!section.isMapping(key)) {
            return section.optional(key, ThinkTimeReader::parse).orElse(ThinkTime.NONE);
        }
        return section.section(key).map(ThinkTimeReader::exponential).orElse(ThinkTime.NONE);
    }

    private static ThinkTime exponential(Section given) {
        Duration mean = given.required("mean", Values.DURATION, Duration.ofSeconds(1));
        given.refuseOthers();
        return new ThinkTime.Exponential(mean);
    }

    private static ThinkTime parse(String text) {
        String[] ends = text.split("-", 2);
        try {
            Duration min = Values.DURATION_OR_ZERO.parse(ends[0].strip());
            return new ThinkTime.Between(min, ends.length == 1 ? min : Values.DURATION_OR_ZERO.parse(ends[1].strip()));
        } catch (IllegalArgumentException | RuleBroken e) {
            throw new RuleBroken("must be a duration such as 2s, or a range such as 1s-5s,");
        }
    }
}
