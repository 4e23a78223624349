package io.tidemark.producer.client;

import io.tidemark.events.Outcome;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.producer.openai.ParserContext;
import io.tidemark.producer.openai.Redaction;
import io.tidemark.producer.openai.RequestOutcome;
import io.tidemark.producer.plan.Timeouts;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The requests in flight of a client, whatever carries them: when they are given up, and sent again. Confined to its thread. */
public final class InFlightCalls {
    private static final Logger LOG = LoggerFactory.getLogger(InFlightCalls.class);

    private final NanoClock clock;
    private final Timeouts timeouts;
    private final ParserContext parsing;
    private final RetryPolicy retries;
    private final Redaction redaction;
    private final CallTimer timer;
    private final Transport transport;
    private final Set<Call> inFlight = new LinkedHashSet<>();

    /** @param transport made for what hears how each try ended */
    public InFlightCalls(
            ClientOptions options, NanoClock clock, CallTimer timer, Function<AttemptListener, Transport> transport) {
        this.clock = clock;
        this.timeouts = options.timeouts();
        this.parsing =
                ParserContext.create(options.keepText(), options.request().answers());
        this.retries = new RetryPolicy(options.retries());
        this.redaction = options.credentials().redaction();
        this.timer = timer;
        this.transport = transport.apply(this::attemptEnded);
    }

    /** Hears how a try ended. */
    @FunctionalInterface
    public interface AttemptListener {
        void attemptEnded(Call call, RequestOutcome ending);
    }

    public long send(CompletionRequest request, CallObserver observer) {
        Call call = new Call(request, observer, clock.nanos(), parsing);
        inFlight.add(call);
        execute(call);
        return call.sentNanos();
    }

    /** Reports a failure to send later, like any other end: the observer does not know yet when the call was sent. */
    private void execute(Call call) {
        try {
            transport.execute(call);
        } catch (RuntimeException | OutOfMemoryError e) {
            timer.after(Duration.ZERO, () -> {
                if (inFlight.contains(call)) {
                    cancel(call, FailureClassifier.classify(e));
                }
            });
        }
    }

    public void openAhead(int requests) {
        transport.openAhead(requests);
    }

    public int connectionsOpening() {
        return transport.connectionsOpening();
    }

    public int inFlight() {
        return inFlight.size();
    }

    public void cancelAll() {
        for (Call call : List.copyOf(inFlight)) {
            cancel(call, RequestOutcome.client(Outcome.CANCELLED, "cancelled", "given up by the client"));
        }
    }

    private void attemptEnded(Call call, RequestOutcome ending) {
        if (!inFlight.contains(call)) {
            return;
        }
        retries.delayBefore(call, ending).ifPresentOrElse(wait -> retry(call, wait), () -> end(call, ending));
    }

    private void retry(Call call, Duration wait) {
        call.retry();
        // A request that was given up meanwhile is not in flight.
        timer.after(wait, () -> {
            if (inFlight.contains(call)) {
                execute(call);
            }
        });
    }

    private void end(Call call, RequestOutcome ending) {
        if (!inFlight.remove(call)) {
            return;
        }
        try {
            call.end(ending, clock.nanos(), redaction);
        } catch (RuntimeException e) {
            // Other requests end and time out on the same thread. The step says that this one has no event.
            LOG.error(
                    "request {} ended with {}, and its listener failed",
                    call.request().id(),
                    ending.outcome(),
                    e);
        }
    }

    /** Gives up what waits longer than it may. */
    public void cancelTimedOut() {
        long now = clock.nanos();
        List<Call> late = new ArrayList<>(0);
        for (Call call : inFlight) {
            if (timeoutOf(call, now).isPresent()) {
                late.add(call);
            }
        }
        Optional<RuntimeException> failure = Optional.empty();
        for (Call call : late) {
            try {
                timeoutOf(call, now).ifPresent(ending -> cancel(call, ending));
            } catch (RuntimeException e) {
                // A failing observer of one call must not keep the others from timing out.
                failure = failure.or(() -> Optional.of(e));
            }
        }
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    private void cancel(Call call, RequestOutcome ending) {
        TransportExchange carrier = call.exchange();
        if (carrier != null) {
            carrier.close();
        }
        end(call, call.response().stop(ending));
    }

    private Optional<RequestOutcome> timeoutOf(Call call, long now) {
        long sinceSent = now - call.sentNanos();
        if (sinceSent > timeouts.total().toNanos()) {
            return Optional.of(timeout(Outcome.TOTAL_TIMEOUT, "not ended", timeouts.total()));
        }
        if (!call.hasOutput()) {
            return sinceSent > timeouts.firstToken().toNanos()
                    ? Optional.of(timeout(Outcome.FIRST_TOKEN_TIMEOUT, "no first token", timeouts.firstToken()))
                    : Optional.empty();
        }
        return now - call.lastOutputNanos() > timeouts.betweenTokens().toNanos()
                ? Optional.of(timeout(Outcome.TOKEN_GAP_TIMEOUT, "no next token", timeouts.betweenTokens()))
                : Optional.empty();
    }

    private static RequestOutcome timeout(Outcome outcome, String what, Duration limit) {
        return RequestOutcome.client(outcome, "timeout", what + " within " + ValueText.duration(limit));
    }

    public void close() {
        transport.close();
    }
}
