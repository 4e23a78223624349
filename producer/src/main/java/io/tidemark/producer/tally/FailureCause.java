package io.tidemark.producer.tally;

import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Why a request failed, as its server or this client reported. Values that a server quoted are masked already.
 *
 * @param type empty where neither side gave one, like {@code code} and {@code text}
 * @param text at most its first 200 characters
 */
public record FailureCause(Outcome outcome, OptionalInt httpStatus, String type, String code, String text) {
    private static final int MAX_CHARACTERS = 200;

    /** Ended by this client before the target could answer or fail. */
    private static final Set<Outcome> OUR_OWN = EnumSet.of(Outcome.CANCELLED, Outcome.DROPPED);

    public FailureCause {
        text = text.length() > MAX_CHARACTERS ? text.substring(0, MAX_CHARACTERS) : text;
    }

    /** A cause and how many requests it made fail. */
    public record Counted(FailureCause cause, long requests) {}

    /** Empty for a request that is ok, and for one that this client cancelled or dropped. */
    static Optional<FailureCause> of(RequestEvent event) {
        if (event.getOutcome() == Outcome.OK || OUR_OWN.contains(event.getOutcome())) {
            return Optional.empty();
        }
        Integer status = event.getHttpStatus();
        return Optional.of(new FailureCause(
                event.getOutcome(),
                status == null ? OptionalInt.empty() : OptionalInt.of(status),
                orEmpty(event.getErrorType()),
                orEmpty(event.getErrorCode()),
                orEmpty(event.getErrorText())));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** What makes two failures alike: numbers in a server's text differ from request to request. */
    FailureCause kind() {
        return new FailureCause(outcome, httpStatus, type, code, text.replaceAll("\\d+", "#"));
    }

    /** Such as "HTTP 401 invalid_api_key: Incorrect API key provided". */
    public String description() {
        StringBuilder description = new StringBuilder();
        boolean answeredWithError = outcome == Outcome.HTTP_ERROR && httpStatus.isPresent();
        description.append(
                answeredWithError
                        ? "HTTP " + httpStatus.getAsInt()
                        : outcome.name().toLowerCase(Locale.ROOT).replace('_', ' '));
        boolean named = !type.isEmpty() && !type.startsWith("client.");
        if (named) {
            description.append(' ').append(type);
        }
        if (!code.isEmpty() && !code.equals(type) && !isStatus()) {
            description.append(' ').append(code);
        }
        String message = text.strip().replaceAll("\\s+", " ");
        return message.isEmpty()
                ? description.toString()
                : description.append(": ").append(message).toString();
    }

    /** vLLM gives the status again as the error's code. */
    private boolean isStatus() {
        return httpStatus.isPresent() && code.equals(Integer.toString(httpStatus.getAsInt()));
    }
}
