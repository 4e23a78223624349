package io.tidemark.simulator.http.server;

import io.tidemark.simulator.http.faultinjection.MetricsFaults;
import io.vertx.core.http.HttpServerRequest;

/** {@code /metrics}, and what faults do to it. */
final class MetricsEndpoint implements EndpointHandler {
    static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final ServerContext serving;
    private final ResponseSender answers;

    MetricsEndpoint(ServerContext serving, ResponseSender answers) {
        this.serving = serving;
        this.answers = answers;
    }

    @Override
    public void answer(HttpServerRequest request, byte[] body, long receivedNanos) {
        long delayMillis = new MetricsFaults(serving.faults()).delayMillis();
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
        MetricsFaults faults = new MetricsFaults(serving.faults());
        int status = faults.status();
        if (status != 200) {
            answers.send(
                    request,
                    status,
                    "text/plain; charset=utf-8",
                    request.response().setStatusCode(status).getStatusMessage());
            return;
        }
        answers.send(request, 200, PROMETHEUS, faults.page(serving.metrics().page()));
    }
}
