package io.tidemark.simulator.engine.fleet;

import io.tidemark.simulator.engine.EngineRequest;
import io.tidemark.simulator.engine.RequestProgress;
import java.util.HashMap;
import java.util.Map;

/** The requests that a router sent to one replica and that have not ended, as far as it knows of them. Not thread-safe. */
public final class InFlightRequests {
    private final Map<String, InFlightRequest> requests = new HashMap<>();
    private long prefillTokens;
    private long contextTokens;

    /** What the router knows when a request comes, of whose prompt {@code missingTokens} are in no cache there. */
    public ReplicaLoad load(int missingTokens) {
        return new ReplicaLoad(requests.size(), prefillTokens, contextTokens, missingTokens);
    }

    public boolean contains(String id) {
        return requests.containsKey(id);
    }

    public void add(EngineRequest request, int missingTokens) {
        requests.put(request.id(), new InFlightRequest(request.promptTokens(), missingTokens));
        prefillTokens += missingTokens;
        contextTokens += request.promptTokens();
    }

    /** A step brought a request on; one that has left is not heeded. */
    public void update(RequestProgress progress) {
        InFlightRequest flight = requests.get(progress.id());
        if (flight == null) {
            return;
        }
        InFlightRequest after = flight.withGenerated(progress.generatedTokens());
        prefillTokens += after.prefillTokens() - flight.prefillTokens();
        contextTokens += after.contextTokens() - flight.contextTokens();
        requests.put(progress.id(), after);
        if (progress.finished()) {
            remove(progress.id());
        }
    }

    /** False if it was not there (any more). */
    public boolean remove(String id) {
        InFlightRequest flight = requests.remove(id);
        if (flight == null) {
            return false;
        }
        prefillTokens -= flight.prefillTokens();
        contextTokens -= flight.contextTokens();
        return true;
    }

    private record InFlightRequest(int promptTokens, int prefillTokens, long contextTokens) {
        InFlightRequest(int promptTokens, int missingTokens) {
            this(promptTokens, missingTokens, promptTokens);
        }

        InFlightRequest withGenerated(int generatedTokens) {
            return new InFlightRequest(promptTokens, 0, (long) promptTokens + generatedTokens);
        }
    }
}
