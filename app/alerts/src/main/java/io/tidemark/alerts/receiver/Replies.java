package io.tidemark.alerts.receiver;

import io.tidemark.alerts.http.HttpReply;
import io.tidemark.alerts.http.HttpReply.Answered;
import io.tidemark.alerts.http.HttpReply.Unreachable;
import io.tidemark.alerts.text.SafeText;
import io.tidemark.schemas.net.PassingStatuses;
import java.util.Optional;

/** What an HTTP reply means for a delivery. */
final class Replies {
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
        return PassingStatuses.DELIVERY.contains(answered.status())
                ? new SendResult.Retry(answered.retryAfter(), reason(answered))
                : new SendResult.Rejected(reason(answered));
    }

    /** The status and the beginning of what the receiver reported. */
    static String reason(Answered answered) {
        String body = SafeText.cut(SafeText.line(answered.body()), MAX_REASON_CHARACTERS);
        return "HTTP " + answered.status() + (body.isEmpty() ? "" : ": " + body);
    }
}
