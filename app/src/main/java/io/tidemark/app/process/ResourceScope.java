package io.tidemark.app.process;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** What a command opened, closed in reverse, once: at the command's end or when the process is asked to stop. Thread-safe. */
public final class ResourceScope implements AutoCloseable {
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Consumer<ResourceScope> onClosed;
    private final Consumer<StopReason> onStop;
    private boolean closed;
    private Optional<StopReason> stopReason = Optional.empty();

    /** Why a command is stopped. */
    public enum StopReason {
        /** By a user at its terminal. */
        CTRL_C("Ctrl-C"),
        /** By what manages this machine's processes. */
        SIGTERM("SIGTERM"),
        /** The process that started this one has ended. */
        NOT_NEEDED("the end of the process that started it"),
        /** A user stopped it from elsewhere: it ends like one that is stopped at its terminal. */
        STOPPED_ELSEWHERE("another process");

        private final String description;

        StopReason(String description) {
            this.description = description;
        }

        /** What stopped it: "Ctrl-C". */
        public String description() {
            return description;
        }
    }

    /** One that is closed when it is asked to stop. */
    public ResourceScope() {
        this.onClosed = closer -> {};
        this.onStop = reason -> close();
    }

    /**
     * One of a whole process.
     *
     * @param exit ends the process, which closes this scope
     */
    public ResourceScope(Consumer<StopReason> exit) {
        this(closer -> {}, exit);
    }

    private ResourceScope(Consumer<ResourceScope> onClosed, Consumer<StopReason> onStop) {
        this.onClosed = onClosed;
        this.onStop = onStop;
    }

    /** Opens something that is made of several parts. If one of them cannot be opened, those before it are closed again. */
    public static <T> T open(Function<ResourceScope, T> opening) {
        ResourceScope parts = new ResourceScope();
        boolean opened = false;
        try {
            T whole = opening.apply(parts);
            opened = true;
            return whole;
        } finally {
            if (!opened) {
                parts.close();
            }
        }
    }

    /** One for a part of the command, as one run of several: closed with this one at the latest, and forgotten by it once it is closed. */
    public ResourceScope child() {
        return register(new ResourceScope(this::forget, this::stop));
    }

    private synchronized void forget(ResourceScope nested) {
        open.remove(nested);
    }

    /** Stops the command. Returns at once, since what asks for it may be a resource that has to be closed. */
    public void stop(StopReason reason) {
        noteStop(reason);
        Thread stopping = new Thread(() -> onStop.accept(reason), "tidemark-stop-request");
        stopping.setDaemon(true);
        stopping.start();
    }

    private synchronized void noteStop(StopReason reason) {
        stopReason = stopReason.or(() -> Optional.of(reason));
    }

    /** Why it was asked to stop first; empty if it was not, or if its process ends for another reason. */
    public synchronized Optional<StopReason> stopReason() {
        return stopReason;
    }

    /** How many resources are open. */
    public synchronized int size() {
        return open.size();
    }

    /** Keeps a resource and returns it; one that comes too late is closed at once. */
    public <T extends AutoCloseable> T register(T resource) {
        synchronized (this) {
            if (!closed) {
                open.push(resource);
                return resource;
            }
        }
        closeQuietly(resource);
        return resource;
    }

    /** Whether all that was opened is closed, or is being closed. */
    public synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        AutoCloseable next = take();
        while (next != null) {
            closeQuietly(next);
            next = take();
        }
        onClosed.accept(this);
    }

    private synchronized @Nullable AutoCloseable take() {
        closed = true;
        return open.poll();
    }

    private static void closeQuietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            // The others must be closed still; what is wrong here is reported.
            // Few commands log here: the logger is made on use, so that the others start faster.
            LoggerFactory.getLogger(ResourceScope.class).warn("{} did not close: {}", resource, e.toString(), e);
        }
    }
}
