package io.tidemark.streams.signals;

import io.tidemark.events.ServerSample;
import io.tidemark.schemas.TargetGroup;
import io.tidemark.streams.lanes.AnnouncementTimes;
import io.tidemark.streams.state.EntryKind;
import io.tidemark.streams.state.EntryWriter;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What servers and lanes of a run reported beside its requests, and when scrapes were read. Not thread-safe. */
public final class RunSignals {
    private final ScrapeHistory scrapes = new ScrapeHistory();
    private final HeartbeatHistory heartbeats = new HeartbeatHistory();
    private final AnnouncementTimes announced = new AnnouncementTimes(ScrapeContact.GRACE);
    private final Map<String, ScrapeContact> contacts = new HashMap<>();
    private long runDataMillis;

    public RunSignals(long nowMillis) {
        this.runDataMillis = nowMillis;
    }

    public ScrapeHistory scrapes() {
        return scrapes;
    }

    public HeartbeatHistory heartbeats() {
        return heartbeats;
    }

    /** How far lanes had announced, and when. */
    public AnnouncementTimes announced() {
        return announced;
    }

    /** Takes a scrape. */
    public void add(ServerSample sample, long nowMillis) {
        scrapes.add(sample);
        contacts.put(
                sample.getTarget(),
                new ScrapeContact(nowMillis, nowMillis - sample.getScrapeEnd().toEpochMilli()));
    }

    /** After all scrapes were put back. */
    public void restored() {
        scrapes.targets().forEach(target -> contacts.put(target, ScrapeContact.restored(runDataMillis)));
    }

    /** When a target's newest scrape was read, of several that which lagged most; empty for a target that has none. */
    Optional<ScrapeContact> contact(String asked) {
        return contacts.entrySet().stream()
                .filter(contact -> TargetGroup.covers(asked, contact.getKey()))
                .map(Map.Entry::getValue)
                .max(Comparator.comparingLong(ScrapeContact::lagMillis));
    }

    /** Anything but a scrape came for the run. */
    public void onRunData(long nowMillis) {
        runDataMillis = nowMillis;
    }

    /** When anything but a scrape last came for the run. */
    public long runDataMillis() {
        return runDataMillis;
    }

    /** Writes the heartbeats that changed since the last call; scrapes are written as they come. */
    public void save(EntryWriter out) {
        heartbeats.takeUnsaved().forEach((name, bytes) -> out.put(EntryKind.BEAT, name, bytes));
        heartbeats.takeEvicted().forEach(name -> out.delete(EntryKind.BEAT, name));
    }
}
