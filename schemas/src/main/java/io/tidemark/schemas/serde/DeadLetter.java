package io.tidemark.schemas.serde;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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

    /** Only where the value was cut: how many bytes the record's own has. */
    public static final String CUT_HEADER = "tidemark.cut.from.bytes";

    private static final int LONGEST_REASON = 1_000;

    /** A topic takes 1 MiB unless told otherwise; a record of just that size would find no room beside the headers. */
    private static final int LARGEST_VALUE_BYTES = 512 << 10;

    /** A long reason is cut. */
    public DeadLetter {
        reason = reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "...";
    }

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

    /** As {@link #headers()}, with what says that the value was cut, if it was. */
    public Headers headersFor(byte[] raw) {
        Headers headers = headers();
        if (raw.length > LARGEST_VALUE_BYTES) {
            headers.add(CUT_HEADER, utf8(Integer.toString(raw.length)));
        }
        return headers;
    }

    /** The record's value, cut to its first 512 KiB if it is larger: the whole one is where the origin says. */
    public static byte[] value(byte[] raw) {
        return raw.length > LARGEST_VALUE_BYTES ? Arrays.copyOf(raw, LARGEST_VALUE_BYTES) : raw;
    }

    /** Key of the dead letter: its origin. */
    public String key() {
        return origin.topic();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
