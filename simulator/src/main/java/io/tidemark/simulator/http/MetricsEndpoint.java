package io.tidemark.simulator.http;

import io.tidemark.simulator.config.FaultKind;
import io.vertx.core.http.HttpServerRequest;

/** {@code /metrics}, and what faults do to it. */
final class MetricsEndpoint implements Endpoint {
    static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private static final long MILLIS_PER_SECOND = 1_000;

    private final Serving serving;
    private final Answers answers;

    MetricsEndpoint(Serving serving, Answers answers) {
        this.serving = serving;
        this.answers = answers;
    }

    @Override
    public void answer(HttpServerRequest request, byte[] body, long receivedNanos) {
        long delayMillis = serving.faults()
                .on(FaultKind.METRICS_SLOW)
                .map(it -> Math.round(it.fault().number() * MILLIS_PER_SECOND))
                .orElse(0L);
        if (delayMillis < 1) {
            send(request);
            return;
        }
        serving.later().run(delayMillis, () -> send(request));
    }

    private void send(HttpServerRequest request) {
        if (request.response().closed()) {
            return;
        }
        int status = serving.faults()
                .on(FaultKind.METRICS_BROKEN)
                .map(it -> (int) it.fault().number())
                .orElse(0);
        if (status >= 300) {
            answers.send(
                    request,
                    status,
                    "text/plain; charset=utf-8",
                    request.response().setStatusCode(status).getStatusMessage());
            return;
        }
        String page = serving.metrics().page();
        boolean cut = status > 0;
        answers.send(request, 200, PROMETHEUS, cut ? page.substring(0, page.lastIndexOf('{') + 5) : page);
    }
}
