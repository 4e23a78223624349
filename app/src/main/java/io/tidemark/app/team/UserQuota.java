package io.tidemark.app.team;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What all clients of one Kafka user together may take of each broker. It is set on the user, so another client id evades nothing.
 *
 * @param produceBytes per second
 * @param fetchBytes per second
 * @param requestPercent of one broker thread
 */
public record UserQuota(OptionalLong produceBytes, OptionalLong fetchBytes, OptionalLong requestPercent) {
    static final String PRODUCE = "producer_byte_rate";
    static final String FETCH = "consumer_byte_rate";
    static final String REQUEST = "request_percentage";

    /** Of a user that nothing else was asked for. */
    private static final UserQuota DEFAULT =
            new UserQuota(OptionalLong.of(20 << 20), OptionalLong.of(40 << 20), OptionalLong.of(100));

    public UserQuota {
        requirePositive("--produce-quota", produceBytes);
        requirePositive("--fetch-quota", fetchBytes);
        requirePositive("--request-quota", requestPercent);
    }

    /** What was asked for; where nothing was, what is set already, or else the default of 20 MiB/s, 40 MiB/s and 100 %. By Kafka's names. */
    Map<String, Double> over(Map<String, Double> now) {
        Map<String, Double> all = new LinkedHashMap<>();
        all.put(PRODUCE, value(produceBytes, now.get(PRODUCE), DEFAULT.produceBytes));
        all.put(FETCH, value(fetchBytes, now.get(FETCH), DEFAULT.fetchBytes));
        all.put(REQUEST, value(requestPercent, now.get(REQUEST), DEFAULT.requestPercent));
        return all;
    }

    private static double value(OptionalLong asked, @Nullable Double now, OptionalLong otherwise) {
        return asked.isPresent()
                ? asked.getAsLong()
                : Optional.ofNullable(now).orElseGet(() -> (double) otherwise.orElseThrow());
    }

    private static void requirePositive(String option, OptionalLong value) {
        if (value.isPresent() && value.getAsLong() < 1) {
            throw new IllegalArgumentException(option + " must be >= 1 but was " + value.getAsLong());
        }
    }
}
