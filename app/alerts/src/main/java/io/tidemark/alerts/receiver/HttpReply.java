package io.tidemark.alerts.receiver;

import io.tidemark.alerts.text.SafeText;
import io.tidemark.schemas.net.PassingStatuses;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Optional;

/** What came of a request. */
sealed interface HttpReply {
    /** What it means for a delivery. */
    SendResult result();

    /**
     * An answer.
     *
     * @param retryAfter what {@code Retry-After} asks for
     * @param body its beginning, as text, without secrets
     */
    record Answered(int status, HttpHeaders headers, Optional<Duration> retryAfter, String body) implements HttpReply {
        private static final int MAX_REASON_CHARACTERS = 500;

        boolean isSuccess() {
            return status / 100 == 2;
        }

        @Override
        public SendResult result() {
            if (isSuccess()) {
                return new SendResult.Delivered();
            }
            return PassingStatuses.DELIVERY.contains(status)
                    ? new SendResult.Retry(retryAfter, reason())
                    : new SendResult.Rejected(reason());
        }

        /** The status and the beginning of what the receiver reported. */
        String reason() {
            String text = SafeText.cut(SafeText.line(body), MAX_REASON_CHARACTERS);
            return "HTTP " + status + (text.isEmpty() ? "" : ": " + text);
        }
    }

    /**
     * No answer: no connection, a time-out, or a connection that was cut. The request may have been worked on.
     *
     * @param reason in words, without secrets
     */
    record Unreachable(String reason) implements HttpReply {
        @Override
        public SendResult result() {
            return new SendResult.Retry(Optional.empty(), reason);
        }
    }
}
