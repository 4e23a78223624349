package io.tidemark.schemas.serde;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * What a dead letter says beside the raw key and value, as headers.
 *
 * @param origin where the record stood
 * @param reason the rule that it broke
 * @param errorClass simple name of the error, for counting
 */
public record DeadLetter(RecordPosition origin, String reason, String errorClass) {
    public static final String TOPIC_HEADER = "tidemark.origin.topic";
    public static final String PARTITION_HEADER = "tidemark.origin.partition";
    public static final String OFFSET_HEADER = "tidemark.origin.offset";
    public static final String REASON_HEADER = "tidemark.reason";
    public static final String ERROR_HEADER = "tidemark.error";

    public static DeadLetter of(RecordPosition origin, RuntimeException error) {
        String message = error.getMessage();
        return new DeadLetter(
                origin,
                message == null ? error.toString() : message,
                error.getClass().getSimpleName());
    }

    public Headers headers() {
        return new RecordHeaders()
                .add(TOPIC_HEADER, utf8(origin.topic()))
                .add(PARTITION_HEADER, utf8(Integer.toString(origin.partition())))
                .add(OFFSET_HEADER, utf8(Long.toString(origin.offset())))
                .add(REASON_HEADER, utf8(reason))
                .add(ERROR_HEADER, utf8(errorClass));
    }

    /** Key of the dead letter: its origin. */
    public String key() {
        return origin.topic();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
