package io.tidemark.console.live;

import io.tidemark.schemas.Team;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The newest events of this process, by rising number. All viewers read the same entries, each from its own place, so that a viewer costs no memory.
 * One thread appends; any may read.
 */
public final class EventLog {
    private final ConcurrentSkipListMap<Long, Entry> entries = new ConcurrentSkipListMap<>();
    private final long maxCharacters;
    private long characters;
    private long lastNumber;

    /**
     * An event.
     *
     * @param run empty for what every viewer of the team gets
     * @param name of the event, as the page sees it
     * @param data JSON, one line
     */
    public record Entry(long number, Instant at, Team team, Optional<String> run, String name, String data) {}

    /** @param maxCharacters of all data; the oldest entries make room */
    public EventLog(long maxCharacters) {
        this.maxCharacters = maxCharacters;
    }

    void append(Instant at, Team team, Optional<String> run, String name, String data) {
        lastNumber++;
        entries.put(lastNumber, new Entry(lastNumber, at, team, run, name, data));
        characters += data.length();
        while (characters > maxCharacters && entries.size() > 1) {
            Map.Entry<Long, Entry> oldest = entries.pollFirstEntry();
            characters -= oldest == null ? 0 : oldest.getValue().data().length();
        }
    }

    /** Those after a number, by number. */
    Collection<Entry> after(long number) {
        return entries.tailMap(number, false).values();
    }

    /** Whether every entry after a number is still there. */
    boolean reaches(long number) {
        Map.Entry<Long, Entry> first = entries.firstEntry();
        return first == null ? number == newest() : number >= first.getKey() - 1 && number <= newest();
    }

    /** The number of the newest entry; 0 before the first. */
    long newest() {
        Map.Entry<Long, Entry> last = entries.lastEntry();
        return last == null ? 0 : last.getKey();
    }

    /** The number after which all entries of the time before {@code now} are. */
    long before(Instant now, Duration back) {
        Instant since = now.minus(back);
        for (Entry entry : entries.descendingMap().values()) {
            if (entry.at().isBefore(since)) {
                return entry.number();
            }
        }
        Map.Entry<Long, Entry> first = entries.firstEntry();
        return first == null ? 0 : first.getKey() - 1;
    }
}
