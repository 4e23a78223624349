package io.tidemark.producer.plan.read;

import io.tidemark.producer.plan.workload.ThinkTime;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.time.Duration;

/** Reads a think time: {@code 2s}, {@code 1s-5s} drawn evenly, or {@code {mean: 2s}} drawn exponentially. */
final class ThinkTimeReader {
    private ThinkTimeReader() {}

    /** None when it is not given. */
    static ThinkTime optional(YamlSection section, String key) {
        if (!section.isMapping(key)) {
            return section.optional(key, ThinkTimeReader::parse).orElse(ThinkTime.NONE);
        }
        return section.section(key).map(ThinkTimeReader::exponential).orElse(ThinkTime.NONE);
    }

    private static ThinkTime exponential(YamlSection given) {
        Duration mean = given.required("mean", ValueTypes.DURATION, Duration.ofSeconds(1));
        given.refuseUnknownKeys();
        return new ThinkTime.Exponential(mean);
    }

    private static ThinkTime parse(String text) {
        String[] ends = text.split("-", 2);
        try {
            Duration min = ValueTypes.DURATION_OR_ZERO.parse(ends[0].strip());
            return new ThinkTime.Between(
                    min, ends.length == 1 ? min : ValueTypes.DURATION_OR_ZERO.parse(ends[1].strip()));
        } catch (IllegalArgumentException | InvalidValueException e) {
            throw new InvalidValueException("must be a duration such as 2s, or a range such as 1s-5s,");
        }
    }
}
