package io.tidemark.simulator.engine;

import java.util.HashMap;
import java.util.Map;

/** The requests that a router sent to one replica and that have not ended, as far as it knows of them. Not thread-safe. */
public final class Flights {
    private final Map<String, Flight> flights = new HashMap<>();
    private long prefillTokens;
    private long contextTokens;

    /** What the router knows when a request comes, of whose prompt {@code missingTokens} are in no cache there. */
    public ReplicaLoad load(int missingTokens) {
        return new ReplicaLoad(flights.size(), prefillTokens, contextTokens, missingTokens);
    }

    public boolean contains(String id) {
        return flights.containsKey(id);
    }

    public void sent(SimRequest request, int missingTokens) {
        flights.put(request.id(), new Flight(request.promptTokens(), missingTokens));
        prefillTokens += missingTokens;
        contextTokens += request.promptTokens();
    }

    /** A step brought a request on; one that has left is not heeded. */
    public void progressed(Progress progress) {
        Flight flight = flights.get(progress.id());
        if (flight == null) {
            return;
        }
        Flight after = flight.at(progress.generatedTokens());
        prefillTokens += after.prefillTokens() - flight.prefillTokens();
        contextTokens += after.contextTokens() - flight.contextTokens();
        flights.put(progress.id(), after);
        if (progress.finished()) {
            left(progress.id());
        }
    }

    /** False if it was not there (any more). */
    public boolean left(String id) {
        Flight flight = flights.remove(id);
        if (flight == null) {
            return false;
        }
        prefillTokens -= flight.prefillTokens();
        contextTokens -= flight.contextTokens();
        return true;
    }

    private record Flight(int promptTokens, int prefillTokens, long contextTokens) {
        Flight(int promptTokens, int missingTokens) {
            this(promptTokens, missingTokens, promptTokens);
        }

        Flight at(int generatedTokens) {
            return new Flight(promptTokens, 0, (long) promptTokens + generatedTokens);
        }
    }
}
