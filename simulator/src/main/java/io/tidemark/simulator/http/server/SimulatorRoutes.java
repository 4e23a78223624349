package io.tidemark.simulator.http.server;

import io.tidemark.simulator.faults.Fault;
import io.tidemark.simulator.faults.FaultKind;
import io.tidemark.simulator.http.engineloop.SimulatedGpus;
import io.tidemark.simulator.http.request.ApiException;
import io.tidemark.simulator.http.request.ErrorFormat;
import io.tidemark.simulator.http.request.JsonBodyReader;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** What no vLLM serves: the write log, faults, the accelerators. */
final class SimulatorRoutes {
    private static final String FAULTS = "/simulator/faults";

    private final ServerContext serving;
    private final ResponseSender answers;
    private final Consumer<Fault> injector;
    private final JsonBodyReader bodies = new JsonBodyReader();

    private SimulatorRoutes(ServerContext serving, ResponseSender answers, Consumer<Fault> injector) {
        this.serving = serving;
        this.answers = answers;
        this.injector = injector;
    }

    /** @param injector puts a fault on */
    static void add(RouteTable routes, ServerContext serving, SimulatedGpus gpus, Consumer<Fault> injector) {
        ResponseSender answers = new ResponseSender(serving.headers(), ErrorFormat.Envelope.NESTED);
        SimulatorRoutes own = new SimulatorRoutes(serving, answers, injector);
        routes.get("/simulator/writes", own::writes)
                .get(
                        "/simulator/gpu/metrics",
                        (request, body, at) -> answers.send(request, 200, MetricsEndpoint.PROMETHEUS, gpus.page()))
                .get(FAULTS, (request, body, at) -> own.tell(request))
                .post(FAULTS, own::inject)
                .on(HttpMethod.DELETE, FAULTS, own::takeOff);
    }

    private void writes(HttpServerRequest request, byte[] body, long receivedNanos) {
        answers.stream(
                request,
                "application/jsonl",
                serving.writeLog().all().stream()
                        .map(writes -> writes.json() + "\n")
                        .iterator());
    }

    private void inject(HttpServerRequest request, byte[] body, long receivedNanos) {
        try {
            injector.accept(Fault.parse(fault(body)));
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest(String.valueOf(e.getMessage()), "fault");
        }
        tell(request);
    }

    private String fault(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8).strip();
        String fault = text.startsWith("{") ? bodies.object(body).path("fault").asText("") : text;
        if (fault.isEmpty()) {
            throw ApiException.badRequest(
                    "the body must be a fault, e.g. stall,for=5, or {\"fault\": \"stall,for=5\"}; kinds: "
                            + FaultKind.names(),
                    "fault");
        }
        return fault;
    }

    private void takeOff(HttpServerRequest request, byte[] body, long receivedNanos) {
        String word = request.getParam("kind", "");
        if (word.isEmpty()) {
            serving.faults().clear();
            tell(request);
            return;
        }
        FaultKind kind = FaultKind.of(word)
                .orElseThrow(() -> ApiException.badRequest(
                        "kind must be one of " + FaultKind.names() + " but was \"" + word + "\"", "kind"));
        serving.faults().remove(kind);
        tell(request);
    }

    private void tell(HttpServerRequest request) {
        answers.json(request, serving.faults().json());
    }
}
