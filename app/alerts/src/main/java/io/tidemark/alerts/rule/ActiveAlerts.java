package io.tidemark.alerts.rule;

import com.google.common.collect.Comparators;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Maps;
import com.google.common.collect.Sets;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.alerts.kind.RuleSettings;
import io.tidemark.alerts.text.SafeText;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Annotation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The alerts of a team that are pending or firing, and what changed of them since it was last asked. Not thread-safe. */
final class ActiveAlerts {
    /** New figures alone make no new revision more often. */
    private static final Duration UPDATE_INTERVAL = Duration.ofSeconds(10);

    /** Kinds of which no producer makes many. */
    private static final ImmutableSet<AlertKind> FEW = Sets.immutableEnumSet(
            AlertKind.DEAD_LETTERS,
            AlertKind.RUN_OVERDUE,
            AlertKind.PIPELINE_LAG,
            AlertKind.PIPELINE_DISK,
            AlertKind.ALERTS_HELD_BACK);

    private final Team team;
    private final Function<AlertKind, RuleSettings> settings;
    private final LinkPatterns links;
    private final AlertsByCondition active = new AlertsByCondition();
    /** Of pending alerts, by condition: when they fire, on the process' own clock. */
    private final Map<String, Long> firesAtNanos = new HashMap<>();

    private final EndedStarts ended = new EndedStarts();
    private final RefusedAlerts refused = new RefusedAlerts();

    private final Map<String, AlertChange> changed = new LinkedHashMap<>();
    private Instant now = Instant.EPOCH;
    private long nanos;

    /** @param known what was active when this process, or another, ended, and what had ended by then */
    ActiveAlerts(Team team, Function<AlertKind, RuleSettings> settings, LinkPatterns links, List<Alert> known) {
        this.team = team;
        this.settings = settings;
        this.links = links;
        known.forEach(alert -> {
            if (alert.state() == AlertState.RESOLVED) {
                ended.add(digest(alert.labels()), alert.startsAt());
            } else {
                active.put(alert);
            }
        });
    }

    /**
     * Sets the time of what follows.
     *
     * @param now wall-clock time, for what is stored
     * @param nanos of a clock that never jumps, for what is waited for
     */
    void at(Instant now, long nanos) {
        this.now = now;
        this.nanos = nanos;
        refused.at(nanos);
    }

    Instant now() {
        return now;
    }

    RuleSettings settings(AlertKind kind) {
        return settings.apply(kind);
    }

    /** One that is settled, of the severity that its kind is set to, without annotations. */
    AlertDraft draft(AlertKind kind, Map<String, String> labels, Instant startsAt) {
        return new AlertDraft(
                kind, settings(kind).severity(), ImmutableMap.copyOf(labels), startsAt, true, ImmutableMap.of());
    }

    /** The condition holds: makes an alert, or brings the active one up to date. */
    void raise(AlertDraft draft) {
        if (isOver(draft.kind(), draft.startsAt())) {
            // It would be resolved at once, and raised again with the next sign of it.
            return;
        }
        ImmutableSortedMap<String, String> labels = labels(draft);
        String condition = AlertsByCondition.condition(labels);
        Alert before = active.get(condition);
        boolean fires = draft.settled() || settings(draft.kind()).urgent();
        boolean fits = hasRoom(TeamLimit.ACTIVE_ALERT_LENGTH, active.characters(), draft);
        if (before == null && !(fits && hasRoom(TeamLimit.ACTIVE_ALERTS, active.size(), draft))) {
            refused.add(Alert.fingerprint(team, labels));
            return;
        }
        if (before == null) {
            Duration wait = settings(draft.kind()).holdFor();
            fires |= wait.isZero();
            firesAtNanos.put(condition, nanos + wait.toNanos());
            Instant startsAt = ended.startAfter(digest(labels), draft.startsAt());
            AlertState state = fires ? AlertState.FIRING : AlertState.PENDING;
            keep(first(labels, startsAt, Optional.empty(), state, annotations(draft, startsAt)));
            return;
        }
        AlertState state = fires ? AlertState.FIRING : before.state();
        // A clock that was set back must not keep figures as they are for as long as it was set back.
        boolean stale = Duration.between(before.updatedAt(), now).abs().compareTo(UPDATE_INTERVAL) >= 0;
        ImmutableSortedMap<String, String> annotations =
                fits ? annotations(draft, before.startsAt()) : before.annotations();
        if (state != before.state() || (stale && !annotations.equals(before.annotations()))) {
            keep(revised(before, state, before.endsAt(), "", annotations, before.inhibitedBy()));
        }
    }

    /** The condition of a draft holds, or does not any more. */
    void report(AlertDraft draft, boolean holds, String otherwise) {
        if (holds) {
            raise(draft);
        } else {
            resolve(draft, now, otherwise);
        }
    }

    /** Whether the team may have more than it holds. A tenth is for pages. */
    private static boolean hasRoom(TeamLimit limit, long held, AlertDraft draft) {
        double share = draft.severity().equals("page") ? 1 : 0.9;
        return FEW.contains(draft.kind()) || held < share * limit.most();
    }

    /** Conditions that lately had no alert because there was no room for it. */
    RefusedAlerts refused() {
        return refused;
    }

    /** Something happened once. One that happened before with the same labels and time stays as it is. */
    void event(AlertDraft draft) {
        Instant at = draft.startsAt();
        Alert event = first(labels(draft), at, Optional.of(at), AlertState.EVENT, annotations(draft, at));
        changed.put(key(event), new AlertChange(event, true));
    }

    /** The condition of an alert has ended; one that is not active stays as it is. */
    void resolve(AlertDraft of, Instant at, String reason) {
        Alert before = active.get(AlertsByCondition.condition(labels(of)));
        if (before != null) {
            end(before, at, reason);
        }
    }

    /**
     * The condition of an alert has ended, and this is the last that is known of it. If that is settled, an alert that waited for it fires before it ends.
     * One that began anew with the same start does not: receivers may have been notified of the one before.
     */
    void conclude(AlertDraft last, Instant at, String reason) {
        Alert before = active.get(AlertsByCondition.condition(labels(last)));
        if (before == null) {
            return;
        }
        boolean fires = last.settled() && before.startsAt().equals(last.startsAt());
        ImmutableSortedMap<String, String> annotations = annotations(last, before.startsAt());
        end(before, at, reason, annotations, fires || before.state() == AlertState.FIRING);
    }

    /** The conditions of all alerts of a kind with these labels have ended. */
    void resolveAll(AlertKind kind, Map<String, String> labels, Instant at, String reason) {
        matching(kind, labels).forEach(alert -> end(alert, at, reason));
    }

    private void end(Alert before, Instant at, String reason) {
        end(before, at, reason, before.annotations(), before.state() == AlertState.FIRING);
    }

    private void end(
            Alert before, Instant at, String reason, ImmutableSortedMap<String, String> annotations, boolean fired) {
        String condition = AlertsByCondition.condition(before.labels());
        Optional<Instant> end = Optional.of(Comparators.max(before.startsAt(), at));
        Alert resolved = revised(before, AlertState.RESOLVED, end, cut(reason), annotations, before.inhibitedBy());
        active.remove(condition);
        firesAtNanos.remove(condition);
        ended.add(digest(resolved.labels()), resolved.startsAt());
        changed.put(key(resolved), new AlertChange(resolved, fired));
    }

    /** Fires what has waited for long enough, and resolves what has no end of its own. */
    void tick() {
        for (Alert alert : active.all()) {
            AlertKind kind = kind(alert);
            if (isOver(kind, alert.startsAt())) {
                end(alert, now, "resolved " + Words.duration(settings(kind).resolveAfter()) + " after its start");
            } else if (alert.state() == AlertState.PENDING
                    && hasWaited(AlertsByCondition.condition(alert.labels()), kind)) {
                keep(revised(alert, AlertState.FIRING, alert.endsAt(), "", alert.annotations(), alert.inhibitedBy()));
            }
        }
    }

    /** Whether an alert without an end of its own is over. */
    private boolean isOver(AlertKind kind, Instant startsAt) {
        Duration resolveAfter = settings(kind).resolveAfter();
        return !resolveAfter.isZero() && startsAt.plus(resolveAfter).isBefore(now);
    }

    /** After a restart of the process the wait begins anew. */
    private boolean hasWaited(String condition, AlertKind kind) {
        long at = firesAtNanos.computeIfAbsent(
                condition, unknown -> nanos + settings(kind).holdFor().toNanos());
        return nanos - at >= 0;
    }

    /** Notes which alert explains another, empty for none. */
    void inhibit(Alert alert, String by) {
        if (!alert.inhibitedBy().equals(by)) {
            keep(revised(alert, alert.state(), alert.endsAt(), alert.reason(), alert.annotations(), by));
        }
    }

    private Alert first(
            ImmutableSortedMap<String, String> labels,
            Instant startsAt,
            Optional<Instant> endsAt,
            AlertState state,
            ImmutableSortedMap<String, String> annotations) {
        return new Alert(team, labels, startsAt, endsAt, state, "", 1, now, annotations, "");
    }

    private Alert revised(
            Alert before,
            AlertState state,
            Optional<Instant> endsAt,
            String reason,
            ImmutableSortedMap<String, String> annotations,
            String inhibitedBy) {
        long revision = before.revision() + 1;
        return new Alert(
                team,
                before.labels(),
                before.startsAt(),
                endsAt,
                state,
                reason,
                revision,
                now,
                annotations,
                inhibitedBy);
    }

    private void keep(Alert alert) {
        active.put(alert);
        changed.put(key(alert), new AlertChange(alert, alert.state() == AlertState.FIRING));
    }

    /** A condition in few characters: those of thousands of alerts that have ended are kept. */
    private String digest(Map<String, String> labels) {
        return Alert.fingerprint(team, Maps.filterKeys(labels, AlertsByCondition::isOfCondition));
    }

    private static String key(Alert alert) {
        return alert.id().fingerprint() + alert.startsAt();
    }

    /** Pending and firing alerts. */
    List<Alert> active() {
        return active.all();
    }

    /** Whether an alert of a kind about a run is pending or firing. */
    boolean isActive(AlertKind kind, String run) {
        return !matching(kind, Map.of("run", run)).isEmpty();
    }

    /** Whether the alert of a condition fires. */
    boolean isFiring(AlertDraft of) {
        Alert alert = active.get(AlertsByCondition.condition(labels(of)));
        return alert != null && alert.state() == AlertState.FIRING;
    }

    /** Whether a condition has no alert now, but had one that started no earlier than this. */
    boolean hasEnded(AlertDraft of) {
        ImmutableSortedMap<String, String> labels = labels(of);
        return !active.contains(AlertsByCondition.condition(labels))
                && ended.startAfter(digest(labels), of.startsAt()).isAfter(of.startsAt());
    }

    /** Of a kind, with at least these labels, which are of its condition. */
    List<Alert> matching(AlertKind kind, Map<String, String> labels) {
        return active.matching(kind, labels);
    }

    /** New and changed alerts since the last call, each in its newest revision. */
    List<AlertChange> takeChanges() {
        List<AlertChange> taken = new ArrayList<>(changed.values());
        changed.clear();
        return taken;
    }

    static AlertKind kind(Alert alert) {
        return AlertKind.of(alert.name())
                .orElseThrow(() -> new IllegalStateException("no rule makes alerts of the name " + alert.name()));
    }

    private ImmutableSortedMap<String, String> labels(AlertDraft draft) {
        return filled(ImmutableMap.<String, String>builder()
                .put(Alert.ALERTNAME, draft.kind().alertname())
                .put(Alert.SEVERITY, draft.severity())
                .put("team", team.name())
                .putAll(draft.labels())
                .buildOrThrow());
    }

    private ImmutableSortedMap<String, String> annotations(AlertDraft draft, Instant startsAt) {
        ImmutableMap.Builder<String, String> all = ImmutableMap.builder();
        all.put(Annotation.SINCE, ValueFormat.stamp(startsAt));
        all.putAll(filled(draft.annotations()));
        all.putAll(links.annotations(draft.kind(), draft.labels()));
        return ImmutableSortedMap.copyOf(Maps.transformValues(all.buildKeepingLast(), ActiveAlerts::cut));
    }

    /** Texts of a producer may be of a megabyte, and an alert is a record of a topic. */
    private static String cut(String text) {
        return SafeText.cut(text, TeamLimit.TEXT_LENGTH.most());
    }

    private static ImmutableSortedMap<String, String> filled(Map<String, String> texts) {
        return ImmutableSortedMap.copyOf(Maps.filterValues(texts, text -> !text.isEmpty()));
    }

    /** When the last alerts that have ended had started, by their conditions. The oldest are forgotten first. */
    private static final class EndedStarts {
        private static final int MAX_REMEMBERED = 10_000;

        private final Map<String, Instant> starts = new LinkedHashMap<>();

        /** Notes an alert that has ended. */
        void add(String condition, Instant startsAt) {
            Instant last = starts.remove(condition);
            starts.put(condition, last != null && last.isAfter(startsAt) ? last : startsAt);
            if (starts.size() > MAX_REMEMBERED) {
                starts.remove(starts.keySet().iterator().next());
            }
        }

        /**
         * A start after that of the last alert of a condition: one that ended causes no notification again. The condition may hold anew from the same
         * time, where late data show a breach that was retracted, or from an earlier one, where the clock was set back.
         */
        Instant startAfter(String condition, Instant startsAt) {
            Instant last = starts.get(condition);
            return last == null || startsAt.isAfter(last) ? startsAt : last.plusMillis(1);
        }
    }
}
