package io.tidemark.schemas.net;

import java.net.InetAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Open connections, and which of them gives way to a new one: the one that has waited longest for a request, of the address that has most. A flood
 * asks for it with each connection: it is found without looking at the others. Not thread-safe.
 *
 * @param <C> a connection
 */
public final class OpenConnections<C> {
    private final Map<C, Holder<C>> open = new HashMap<>();
    private final Map<InetAddress, Holder<C>> holders = new HashMap<>();
    /** Those with a connection that waits, in the order in which they give way. */
    private final NavigableSet<Holder<C>> waiting = new TreeSet<>(
            Comparator.comparingInt((Holder<C> holder) -> holder.rank()).thenComparingLong(Holder::longestWait));

    private long lastWait;

    /** The connections of one address. */
    private static final class Holder<C> {
        private final InetAddress address;
        private final boolean isShared;
        /** The number of its wait by connection, rising. */
        private final Map<C, Long> waits = new LinkedHashMap<>();

        private int connections;

        Holder(InetAddress address, boolean isShared) {
            this.address = address;
            this.isShared = isShared;
        }

        int rank() {
            return isShared ? 0 : -connections;
        }

        long longestWait() {
            return waits.values().iterator().next();
        }

        Optional<C> longestWaiting() {
            return waits.keySet().stream().findFirst();
        }
    }

    /**
     * Adds a connection that does not wait yet.
     *
     * @param isShared whether the address has the connections of many callers, as a proxy: those of other addresses give way before. All connections of
     *     an address have the same
     */
    public void add(C connection, InetAddress address, boolean isShared) {
        Holder<C> holder = holders.computeIfAbsent(address, unseen -> new Holder<>(address, isShared));
        open.put(connection, holder);
        change(holder, () -> holder.connections++);
    }

    /** Removes a connection that is closed; nothing changes if it is not open. */
    public void remove(C connection) {
        Holder<C> holder = open.remove(connection);
        if (holder == null) {
            return;
        }
        change(holder, () -> {
            holder.waits.remove(connection);
            holder.connections--;
        });
        if (holder.connections == 0) {
            holders.remove(holder.address);
        }
    }

    /** An open connection waits for a request from now on, or does not; of one that is not open nothing changes. */
    public void setWaiting(C connection, boolean isWaiting) {
        Holder<C> holder = open.get(connection);
        if (holder == null) {
            return;
        }
        change(holder, () -> {
            holder.waits.remove(connection);
            if (isWaiting) {
                holder.waits.put(connection, ++lastWait);
            }
        });
    }

    public boolean contains(C connection) {
        return open.containsKey(connection);
    }

    public int size() {
        return open.size();
    }

    /** Open connections of an address. */
    public int count(InetAddress address) {
        Holder<C> holder = holders.get(address);
        return holder == null ? 0 : holder.connections;
    }

    /** The one that gives way; empty if none waits. */
    public Optional<C> longestWaiting() {
        return waiting.isEmpty() ? Optional.empty() : waiting.first().longestWaiting();
    }

    /** Of one address, the one that has waited longest; empty if none waits. */
    public Optional<C> longestWaiting(InetAddress address) {
        Holder<C> holder = holders.get(address);
        return holder == null ? Optional.empty() : holder.longestWaiting();
    }

    /** Changes what the order goes by. */
    private void change(Holder<C> holder, Runnable change) {
        if (!holder.waits.isEmpty()) {
            waiting.remove(holder);
        }
        change.run();
        if (!holder.waits.isEmpty()) {
            waiting.add(holder);
        }
    }
}
