package io.tidemark.streams.windows;

import io.tidemark.schemas.RequestClass;
import io.tidemark.streams.panes.SeriesKey;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The series of a run. There are places for so many: a class over that is counted as {@link RequestClass#OTHER}, a step or target over
 * that not at all; what is there goes on. One of a single class that has been idle for longer than any window gives its place
 * back; the sum of its seconds is remembered as bytes, and with the next value it is there again. Not thread-safe.
 */
public final class RunSeries {
    private final Map<SeriesKey, Series> live = new LinkedHashMap<>();
    private final Map<SeriesKey, byte[]> idle = new HashMap<>();
    private final EmissionProgress heads;
    private final SeriesQuota.Reservation reservation;

    public RunSeries(EmissionProgress heads, SeriesQuota.Reservation places) {
        this.heads = heads;
        this.reservation = places;
    }

    public Collection<Series> live() {
        return Collections.unmodifiableCollection(live.values());
    }

    /**
     * What a value that is of one series is counted as: empty if there is no room for its step and target.
     *
     * @param isJudged whether objectives ask for a class: such ones always have room
     */
    public Optional<SeriesKey> resolve(SeriesKey wanted, Predicate<String> isJudged) {
        if (live.containsKey(wanted)) {
            return Optional.of(wanted);
        }
        if (!live.containsKey(wanted.ofAllClasses()) && !reservation.isFree()) {
            return Optional.empty();
        }
        return Optional.of(hasRoom(wanted.requestClass(), isJudged) ? wanted : wanted.of(RequestClass.OTHER));
    }

    private boolean hasRoom(String requestClass, Predicate<String> isJudged) {
        return RequestClass.isSpecial(requestClass) || isJudged.test(requestClass) || reservation.isFreeForClass();
    }

    public Optional<Series> find(SeriesKey key) {
        return Optional.ofNullable(live.get(key));
    }

    /** A series that is to be there, room or no room. */
    public Series of(SeriesKey key) {
        Series known = live.get(key);
        return known == null ? create(key) : known;
    }

    private Series create(SeriesKey key) {
        Series begun = new Series(key, heads.settled(), heads.live());
        reservation.take();
        live.put(key, begun);
        byte[] remembered = idle.remove(key);
        if (remembered != null) {
            reservation.forget();
            begun.panes().evicted().add(EvictedTotals.of(remembered).sum());
            begun.settled().startAt(heads.settled());
            begun.live().startAt(heads.live());
        }
        return begun;
    }

    /** Lets series of single classes go that have not a second left; returns them. */
    public List<Series> evictIdle(Predicate<String> isJudged) {
        List<Series> gone = idle(isJudged);
        for (Series series : gone) {
            live.remove(series.key());
            reservation.giveBack();
            saveIdle(series.key(), EvictedTotals.of(series).toBytes());
        }
        return gone;
    }

    /** Puts back what was saved of the seconds that a series let go of. */
    public void restoreEvicted(byte[] saved) {
        EvictedTotals gone = EvictedTotals.of(saved);
        SeriesKey key = gone.series();
        if (key.coversAllClasses() || live.containsKey(key)) {
            of(key).panes().evicted().add(gone.sum());
        } else {
            saveIdle(key, saved);
        }
    }

    /** Its run is forgotten. */
    public void release() {
        live.forEach((key, series) -> reservation.giveBack());
        idle.forEach((key, bytes) -> reservation.forget());
        live.clear();
        idle.clear();
    }

    private List<Series> idle(Predicate<String> isJudged) {
        return live.values().stream()
                .filter(series -> series.panes().first().isEmpty())
                .filter(series -> !series.key().coversAllClasses()
                        && !isJudged.test(series.key().requestClass()))
                .toList();
    }

    private void saveIdle(SeriesKey key, byte[] saved) {
        if (idle.put(key, saved) == null) {
            reservation.remember();
        }
    }
}
