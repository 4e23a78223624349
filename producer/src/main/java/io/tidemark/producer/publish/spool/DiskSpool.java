package io.tidemark.producer.publish.spool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files of batches in a folder of its own, made with the first event. A file is deleted when it has been read. */
public final class DiskSpool implements Spool {
    private static final Logger LOG = LoggerFactory.getLogger(DiskSpool.class);
    static final int BATCH_BYTES = 256 << 10;
    private static final int FILE_BYTES = 8 << 20;

    private final Path path;
    private final long mostBytes;
    private final SpoolOrigin origin;
    private final Deque<Segment> segments = new ArrayDeque<>();
    private List<ProducerRecord<String, byte[]>> pending = new ArrayList<>();
    private int pendingBytes;
    private @Nullable SpoolFolder folder;
    private String whyNot = "";
    private boolean failing;
    private long unreadableBytes;
    private long unreadableEvents;

    public DiskSpool(Path path, long mostBytes) {
        this(path, mostBytes, SpoolOrigin.UNKNOWN);
    }

    /** @param origin where its events belong, which is written down beside them */
    DiskSpool(Path path, long mostBytes, SpoolOrigin origin) {
        this.path = path;
        this.mostBytes = mostBytes;
        this.origin = origin;
    }

    /**
     * A spool that another process left.
     *
     * @throws IOException if it cannot be read or is in use
     */
    public static DiskSpool reopen(Path path) throws IOException {
        DiskSpool spool = new DiskSpool(path, 0);
        SpoolFolder folder = SpoolFolder.acquire(path);
        spool.folder = folder;
        for (Path file : folder.files()) {
            SpoolFile opened = SpoolFile.open(file);
            spool.segments.add(new Segment(opened, opened.unreadEvents()));
        }
        return spool;
    }

    /** A file and how many of its events are not read. */
    private static final class Segment {
        private final SpoolFile file;
        private long events;

        Segment(SpoolFile file, long events) {
            this.file = file;
            this.events = events;
        }
    }

    @Override
    public boolean append(ProducerRecord<String, byte[]> event) {
        if (pendingBytes >= BATCH_BYTES && !writePending()) {
            return false;
        }
        int size = PendingRecord.sizeBytes(event);
        if (diskBytes() + pendingBytes + size > mostBytes) {
            whyNot = "the spool " + path + " was full (" + mostBytes + " bytes)";
            return false;
        }
        pending.add(event);
        pendingBytes += size;
        return true;
    }

    private long diskBytes() {
        return segments.stream().mapToLong(segment -> segment.file.sizeBytes()).sum();
    }

    private boolean writePending() {
        try {
            Segment last = last();
            last.file.append(pending);
            last.events += pending.size();
        } catch (IOException e) {
            whyNot = "the spool " + path + " could not be written: " + e.getMessage();
            if (!failing) {
                LOG.error("the spool {} cannot be written; it is tried again with each event", path, e);
            }
            failing = true;
            return false;
        }
        failing = false;
        pending = new ArrayList<>();
        pendingBytes = 0;
        return true;
    }

    /**
     * Writes down what is still in memory, so that it outlives this process.
     *
     * @return whether nothing is left in memory; if not, {@link #rejectionReason} says why
     */
    public boolean persist() {
        return pending.isEmpty() || writePending();
    }

    private Segment last() throws IOException {
        Segment last = segments.peekLast();
        if (last != null && last.file.sizeBytes() < FILE_BYTES) {
            return last;
        }
        Segment added = new Segment(SpoolFile.create(folder().pathAfterLast()), 0);
        segments.add(added);
        return added;
    }

    /**
     * Makes and locks the folder now rather than with the first event.
     *
     * @throws UncheckedIOException if it cannot be made, or another process has it
     */
    public void acquire() {
        try {
            var unused = folder();
        } catch (IOException e) {
            throw new UncheckedIOException("the spool " + path + " cannot be used: " + e.getMessage(), e);
        }
    }

    private SpoolFolder folder() throws IOException {
        SpoolFolder known = folder;
        if (known == null) {
            known = SpoolFolder.acquire(path);
            folder = known;
            known.writeOrigin(origin);
        }
        return known;
    }

    @Override
    public String rejectionReason() {
        return whyNot;
    }

    @Override
    public long events() {
        return pending.size()
                + segments.stream().mapToLong(segment -> segment.events).sum();
    }

    @Override
    public List<ProducerRecord<String, byte[]>> read() {
        while (!segments.isEmpty()) {
            Optional<List<ProducerRecord<String, byte[]>>> batch = read(segments.element());
            if (batch.isPresent()) {
                return batch.get();
            }
        }
        List<ProducerRecord<String, byte[]>> rest = pending;
        pending = new ArrayList<>();
        pendingBytes = 0;
        return rest;
    }

    private Optional<List<ProducerRecord<String, byte[]>>> read(Segment first) {
        Optional<List<ProducerRecord<String, byte[]>>> batch = first.file.read();
        batch.ifPresent(events -> first.events -= events.size());
        if (batch.isEmpty()) {
            unreadableBytes += first.file.unreadBytes();
            unreadableEvents += first.events;
        }
        if (batch.isEmpty() || first.file.unreadBytes() == 0) {
            segments.remove();
            delete(first.file);
        }
        return batch;
    }

    private static void delete(SpoolFile file) {
        try {
            file.delete();
        } catch (IOException e) {
            LOG.warn("{} has been published but cannot be deleted", file.path(), e);
        }
    }

    @Override
    public boolean isPersistent() {
        return true;
    }

    @Override
    public boolean prepend(List<ProducerRecord<String, byte[]>> oldest) {
        try {
            if (!persist()) {
                return false;
            }
            if (!oldest.isEmpty()) {
                putFirst(oldest);
            }
            return true;
        } catch (IOException e) {
            whyNot = "the spool " + path + " could not be written: " + e.getMessage();
            return false;
        }
    }

    /** A file that was read in part goes behind them, whole and before the others. */
    private void putFirst(List<ProducerRecord<String, byte[]>> oldest) throws IOException {
        SpoolFile head = SpoolFile.create(folder().pathBeforeFirst());
        long events = oldest.size();
        for (List<ProducerRecord<String, byte[]>> batch : PendingRecord.batches(oldest, BATCH_BYTES)) {
            head.append(batch);
        }
        Segment first = segments.peek();
        if (first != null && first.file.isReadInPart()) {
            Optional<List<ProducerRecord<String, byte[]>>> batch = first.file.read();
            while (batch.isPresent()) {
                head.append(batch.get());
                events += batch.get().size();
                batch = first.file.read();
            }
            segments.remove();
            delete(first.file);
        }
        segments.push(new Segment(head, events));
    }

    @Override
    public long discardUnwritten() {
        int unwritten = pending.size();
        pending = new ArrayList<>();
        pendingBytes = 0;
        return unwritten;
    }

    @Override
    public long unreadableBytes() {
        return unreadableBytes;
    }

    @Override
    public long unreadableEvents() {
        return unreadableEvents;
    }

    @Override
    public void close() {
        try {
            for (Segment segment : segments) {
                segment.file.close();
            }
            if (folder != null) {
                folder.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the spool " + path + " cannot be closed", e);
        }
    }
}
