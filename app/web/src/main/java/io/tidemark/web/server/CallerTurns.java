package io.tidemark.web.server;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Answers on threads of its own, a few requests of one caller at a time: a caller whose questions are slow waits for itself. Requests without a
 * valid token have fewer threads, apart from those of others. The probes are answered on the threads of the connector, which wait for no store.
 * Thread-safe.
 */
final class CallerTurns extends AsynchronousHandler {
    /** Of one caller, at a time; fewer than the readers of a store, so that another caller finds one free. */
    static final int AT_ONCE = 3;

    /** Of one caller; more are refused (503). */
    static final int MOST_WAITING = 64;

    static final int THREADS = 32;

    /** For requests without a valid token. */
    static final int THREADS_FOR_STRANGERS = 16;

    private static final int IDLE_THREADS = 4;

    private final Set<String> probes;
    private final QueuedThreadPool threads = pool("http-answers", THREADS);
    private final QueuedThreadPool forStrangers = pool("http-strangers", THREADS_FOR_STRANGERS);
    /** Of callers that have something to be answered. */
    private final Map<String, Turns> callers = new HashMap<>();

    private static final class Turns {
        private final QueuedThreadPool threads;
        private final Queue<Runnable> waiting = new ArrayDeque<>();
        private int running;

        Turns(QueuedThreadPool threads) {
            this.threads = threads;
        }
    }

    /** @param probes paths */
    CallerTurns(Set<String> probes) {
        this.probes = Set.copyOf(probes);
        installBean(threads);
        installBean(forStrangers);
    }

    private static QueuedThreadPool pool(String name, int most) {
        QueuedThreadPool threads = new QueuedThreadPool(most, IDLE_THREADS);
        threads.setName(name);
        threads.setDaemon(true);
        return threads;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (probes.contains(Request.getPathInContext(request))) {
            return super.handle(request, response, callback);
        }
        QueuedThreadPool by = Callers.isKnown(request) ? threads : forStrangers;
        if (!begin(Callers.counted(request), by, () -> answer(request, response, callback))) {
            Response.writeError(
                    request,
                    response,
                    callback,
                    HttpStatus.SERVICE_UNAVAILABLE_503,
                    "of one caller at most " + MOST_WAITING + " requests may wait for their answer");
        }
        return true;
    }

    private synchronized boolean begin(String caller, QueuedThreadPool by, Runnable answer) {
        Turns turns = callers.computeIfAbsent(caller, unused -> new Turns(by));
        if (turns.running >= AT_ONCE) {
            return turns.waiting.size() < MOST_WAITING && turns.waiting.add(answer);
        }
        turns.running++;
        return run(caller, by, answer);
    }

    /** Whether it will be answered; not if the server ends. */
    private boolean run(String caller, QueuedThreadPool by, Runnable answer) {
        try {
            by.execute(() -> {
                try {
                    answer.run();
                } finally {
                    end(caller);
                }
            });
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private synchronized void end(String caller) {
        Turns turns = Objects.requireNonNull(callers.get(caller));
        Runnable next = turns.waiting.poll();
        if (next != null && run(caller, turns.threads, next)) {
            return;
        }
        turns.running--;
        if (turns.running == 0) {
            callers.remove(caller);
        }
    }
}
