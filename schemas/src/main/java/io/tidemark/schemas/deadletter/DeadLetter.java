package io.tidemark.schemas.deadletter;

import io.tidemark.schemas.sketch.SketchFormatException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * What a dead letter says beside the raw key and value, as headers.
 *
 * @param origin where the record stood
 * @param code of what kind the reason is
 * @param detail the rule that it broke, and how
 * @param errorClass simple name of the error, for counting
 */
public record DeadLetter(RecordPosition origin, DeadLetterCode code, String detail, String errorClass) {
    public static final String TOPIC_HEADER = "tidemark.origin.topic";
    public static final String PARTITION_HEADER = "tidemark.origin.partition";
    public static final String OFFSET_HEADER = "tidemark.origin.offset";
    public static final String CODE_HEADER = "tidemark.code";
    /** Code and detail. */
    public static final String REASON_HEADER = "tidemark.reason";

    public static final String ERROR_HEADER = "tidemark.error";

    /** Only where the value was cut: how many bytes the record's own has. */
    public static final String CUT_HEADER = "tidemark.cut.from.bytes";

    private static final int LONGEST_DETAIL = 1_000;

    /** A topic takes 1 MiB by default; a record of just that size would find no room beside the headers. */
    private static final int LARGEST_VALUE_BYTES = 512 << 10;

    /** A detail is one line, and a long one is cut: it quotes what the record holds, and goes to logs and terminals. */
    public DeadLetter {
        detail = OneLine.of(detail.length() <= LONGEST_DETAIL ? detail : detail.substring(0, LONGEST_DETAIL) + "...");
    }

    public static DeadLetter of(RecordPosition origin, Throwable error) {
        String errorClass = error.getClass().getSimpleName();
        if (error instanceof RecordRejection rejection) {
            return new DeadLetter(origin, rejection.code(), rejection.rule(), errorClass);
        }
        if (error instanceof SketchFormatException) {
            return new DeadLetter(origin, DeadLetterCode.MALFORMED, String.valueOf(error.getMessage()), errorClass);
        }
        return new DeadLetter(origin, DeadLetterCode.DEFECT, error + at(error), errorClass);
    }

    /** The place in this program where the error was thrown, for the developer who fixes it. */
    private static String at(Throwable error) {
        return Arrays.stream(error.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("io.tidemark."))
                .findFirst()
                .map(frame -> " at " + frame)
                .orElse("");
    }

    /** The code, so that reasons of one kind stand together, and the detail. */
    public String reason() {
        return code + ": " + detail;
    }

    public Headers headers() {
        return new RecordHeaders()
                .add(TOPIC_HEADER, utf8(origin.topic()))
                .add(PARTITION_HEADER, utf8(Integer.toString(origin.partition())))
                .add(OFFSET_HEADER, utf8(Long.toString(origin.offset())))
                .add(CODE_HEADER, utf8(code.name()))
                .add(REASON_HEADER, utf8(reason()))
                .add(ERROR_HEADER, utf8(errorClass));
    }

    /** The code and detail that a dead letter's headers hold; empty if they hold none. */
    public static String reason(Headers headers) {
        Header reason = headers.lastHeader(REASON_HEADER);
        return reason == null ? "" : new String(reason.value(), StandardCharsets.UTF_8);
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
