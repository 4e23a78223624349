package io.tidemark.alerts.receiver;

import io.tidemark.alerts.http.HttpReply;
import io.tidemark.alerts.http.HttpReply.Answered;
import io.tidemark.alerts.http.HttpReply.Unreachable;
import io.tidemark.alerts.text.SafeText;
import java.util.Optional;
import java.util.Set;

/** What an HTTP reply means for a delivery. */
final class Replies {
    /** Request Timeout, Too Early and Too Many Requests: the same request may pass later (RFC 9110, RFC 8470, RFC 6585). */
    private static final Set<Integer> LATER = Set.of(408, 425, 429);

    private static final int FIRST_SERVER_ERROR = 500;
    private static final int MAX_REASON_CHARACTERS = 500;

    private Replies() {}

    static SendResult result(HttpReply reply) {
        if (reply instanceof Unreachable unreachable) {
            return new SendResult.Retry(Optional.empty(), unreachable.reason());
        }
        Answered answered = (Answered) reply;
        if (answered.isSuccess()) {
            return new SendResult.Delivered();
        }
        boolean later = answered.status() >= FIRST_SERVER_ERROR || LATER.contains(answered.status());
        return later
                ? new SendResult.Retry(answered.retryAfter(), reason(answered))
                : new SendResult.Rejected(reason(answered));
    }

    /** The status and the beginning of what the receiver reported. */
    static String reason(Answered answered) {
        String body = SafeText.cut(SafeText.line(answered.body()), MAX_REASON_CHARACTERS);
        return "HTTP " + answered.status() + (body.isEmpty() ? "" : ": " + body);
    }
}
