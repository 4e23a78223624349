package io.tidemark.producer.record;

import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.producer.client.CallResult;
import io.tidemark.producer.client.CallStamps;
import io.tidemark.producer.openai.RequestFailure;
import io.tidemark.producer.openai.ResponseSummary;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Writes how a call ended into its event: stamps from due, empty texts as null, no answer text. */
public final class RequestEventFields {
    private RequestEventFields() {}

    public static void setCallResult(RequestEvent.Builder event, CallResult end, long dueNanos) {
        stamps(event, end.stamps(), dueNanos);
        failure(event, end.failure());
        answer(event, end.response());
        redirect(event, end.response());
        event.setEndNanos(end.endNanos() - dueNanos)
                .setOutcome(end.outcome())
                .setAttempts(end.connection().attempts())
                .setSentAnew(end.connection().transparentRetries())
                .setConnectionReused(end.connection().reused());
        end.connection().httpVersion().ifPresent(event::setHttpVersion);
        end.connection().remoteAddress().ifPresent(event::setRemoteAddress);
    }

    /** Says what the target serves where it does not know the model. */
    public static void setServedModels(RequestEvent.Builder event, List<String> models) {
        boolean unknownModel =
                event.getOutcome() == Outcome.HTTP_ERROR && Integer.valueOf(404).equals(event.getHttpStatus());
        if (unknownModel && !models.isEmpty()) {
            String text = event.getErrorText() == null ? "" : event.getErrorText() + " ";
            event.setErrorText(
                    text + "(before the run the target listed these models: " + String.join(", ", models) + ")");
        }
    }

    private static void stamps(RequestEvent.Builder event, CallStamps stamps, long dueNanos) {
        event.setSentNanos(stamps.sentNanos() - dueNanos);
        stamp(stamps.connectStartNanos(), dueNanos, event::setConnectStartNanos);
        stamp(stamps.connectEndNanos(), dueNanos, event::setConnectEndNanos);
        stamp(stamps.tlsStartNanos(), dueNanos, event::setTlsStartNanos);
        stamp(stamps.tlsEndNanos(), dueNanos, event::setTlsEndNanos);
        stamp(stamps.firstByteNanos(), dueNanos, event::setFirstByteNanos);
    }

    private static void stamp(OptionalLong nanos, long dueNanos, Consumer<Long> setter) {
        nanos.ifPresent(value -> setter.accept(value - dueNanos));
    }

    private static void failure(RequestEvent.Builder event, RequestFailure failure) {
        text(failure.type(), event::setErrorType);
        text(failure.code(), event::setErrorCode);
        text(failure.text(), event::setErrorText);
    }

    private static void text(String value, Consumer<String> setter) {
        if (!value.isEmpty()) {
            setter.accept(value);
        }
    }

    private static void answer(RequestEvent.Builder event, ResponseSummary answer) {
        count(answer.httpStatus(), event::setHttpStatus);
        count(answer.usage().prompt(), event::setPromptTokens);
        count(answer.usage().cached(), event::setCachedTokens);
        count(answer.usage().reasoning(), event::setReasoningTokens);
        count(answer.outputTokens(), event::setOutputTokens);
        count(answer.outputCharacters(), event::setOutputCharacters);
        count(answer.largestReadTokens(), event::setLargestReadTokens);
        event.setResponseHeaders(answer.headers())
                .setFinishReason(answer.finishReason())
                .setTokenSource(answer.tokenSource())
                .setChunkCount(answer.outputChunks())
                .setUnreadOutput(!answer.unreadOutput().isEmpty())
                .setBytesReceived(answer.bytesReceived());
    }

    /** A redirection is not followed: what is measured is what the plan names. */
    private static void redirect(RequestEvent.Builder event, ResponseSummary answer) {
        String location = answer.headers().getOrDefault("location", "");
        int status = answer.httpStatus().orElse(0);
        if (!location.isEmpty() && status >= 300 && status < 400) {
            event.setErrorText("it redirects to " + location
                    + ", which the client does not follow: name that address in the plan");
        }
    }

    private static void count(OptionalInt value, Consumer<Integer> setter) {
        value.ifPresent(setter::accept);
    }
}
