package io.tidemark.alerts.rule;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Maps;
import com.google.common.collect.Sets;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.alerts.kind.RuleSettings;
import io.tidemark.alerts.text.SafeText;
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
    }

    Instant now() {
        return now;
    }

    RuleSettings settings(AlertKind kind) {
        return settings.apply(kind);
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
            refused.add(Alert.fingerprint(team, labels), nanos);
            return;
        }
        if (before == null) {
            Duration wait = settings(draft.kind()).holdFor();
            fires |= wait.isZero();
            firesAtNanos.put(condition, nanos + wait.toNanos());
            Instant startsAt = ended.startAfter(digest(labels), draft.startsAt());
            keep(new Alert(
                    team,
                    labels,
                    startsAt,
                    Optional.empty(),
                    fires ? AlertState.FIRING : AlertState.PENDING,
                    "",
                    1,
                    now,
                    annotations(draft, startsAt),
                    ""));
            return;
        }
        AlertState state = fires ? AlertState.FIRING : before.state();
        // A clock that was set back must not keep figures as they are for as long as it was set back.
        boolean stale = Duration.between(before.updatedAt(), now).abs().compareTo(UPDATE_INTERVAL) >= 0;
        ImmutableSortedMap<String, String> annotations =
                fits ? annotations(draft, before.startsAt()) : before.annotations();
        if (state != before.state() || (stale && !annotations.equals(before.annotations()))) {
            keep(revised(before, state, before.endsAt(), "", annotations));
        }
    }

    /** Whether the team may have more than it holds. A tenth is for pages. */
    private static boolean hasRoom(TeamLimit limit, long held, AlertDraft draft) {
        double share = draft.severity().equals("page") ? 1 : 0.9;
        return FEW.contains(draft.kind()) || held < share * limit.most();
    }

    /** How many conditions lately had no alert because there was no room for it. */
    int refused() {
        return refused.count();
    }

    /** Something happened once. One that happened before with the same labels and time stays as it is. */
    void event(AlertDraft draft) {
        Alert event = new Alert(
                team,
                labels(draft),
                draft.startsAt(),
                Optional.of(draft.startsAt()),
                AlertState.EVENT,
                "",
                1,
                now,
                annotations(draft, draft.startsAt()),
                "");
        changed.put(key(event), new AlertChange(event, true));
    }

    /** The condition of an alert has ended; one that is not active stays as it is. */
    void resolve(AlertDraft of, Instant at, String reason) {
        resolve(AlertsByCondition.condition(labels(of)), at, reason);
    }

    /**
     * The condition of an alert has ended, and this is the last that is known of it. If that is settled, an alert that waited for it fires before it ends.
     * One that began anew with the same start does not: receivers may have been notified of the one before.
     */
    void conclude(AlertDraft last, Instant at, String reason) {
        String condition = AlertsByCondition.condition(labels(last));
        Alert before = active.get(condition);
        if (before == null) {
            return;
        }
        boolean fires = last.settled() && before.startsAt().equals(last.startsAt());
        end(
                condition,
                resolved(before, at, reason, annotations(last, before.startsAt())),
                fires || before.state() == AlertState.FIRING);
    }

    /** The conditions of all alerts of a kind with these labels have ended. */
    void resolveAll(AlertKind kind, Map<String, String> labels, Instant at, String reason) {
        matching(kind, labels).forEach(alert -> resolve(AlertsByCondition.condition(alert.labels()), at, reason));
    }

    private void resolve(String condition, Instant at, String reason) {
        Alert before = active.get(condition);
        if (before == null) {
            return;
        }
        end(condition, resolved(before, at, reason, before.annotations()), before.state() == AlertState.FIRING);
    }

    private Alert resolved(Alert before, Instant at, String reason, ImmutableSortedMap<String, String> annotations) {
        Instant end = at.isBefore(before.startsAt()) ? before.startsAt() : at;
        return revised(before, AlertState.RESOLVED, Optional.of(end), cut(reason), annotations);
    }

    private void end(String condition, Alert resolved, boolean fired) {
        active.remove(condition);
        firesAtNanos.remove(condition);
        ended.add(digest(resolved.labels()), resolved.startsAt());
        changed.put(key(resolved), new AlertChange(resolved, fired));
    }

    /** Fires what has waited for long enough, and resolves what has no end of its own. */
    void tick() {
        refused.tick(nanos);
        for (Alert alert : active.all()) {
            String condition = AlertsByCondition.condition(alert.labels());
            AlertKind kind = kind(alert);
            if (isOver(kind, alert.startsAt())) {
                resolve(
                        condition,
                        now,
                        "resolved " + Words.duration(settings(kind).resolveAfter()) + " after its start");
            } else if (alert.state() == AlertState.PENDING && hasWaited(condition, kind)) {
                keep(revised(alert, AlertState.FIRING, alert.endsAt(), "", alert.annotations()));
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
            keep(new Alert(
                    team,
                    alert.labels(),
                    alert.startsAt(),
                    alert.endsAt(),
                    alert.state(),
                    alert.reason(),
                    alert.revision() + 1,
                    now,
                    alert.annotations(),
                    by));
        }
    }

    private Alert revised(
            Alert before,
            AlertState state,
            Optional<Instant> endsAt,
            String reason,
            ImmutableSortedMap<String, String> annotations) {
        return new Alert(
                team,
                before.labels(),
                before.startsAt(),
                endsAt,
                state,
                reason,
                before.revision() + 1,
                now,
                annotations,
                before.inhibitedBy());
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

    /** Whether an alert of a kind with these labels, labels of its run aside, is pending or firing. */
    boolean isActive(AlertKind kind, Map<String, String> labels) {
        ImmutableMap.Builder<String, String> all = ImmutableMap.builder();
        all.put(Alert.ALERTNAME, kind.alertname());
        all.put("team", team.name());
        all.putAll(labels);
        return active.contains(AlertsByCondition.condition(filled(all.buildOrThrow())));
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
        ImmutableMap.Builder<String, String> labels = ImmutableMap.builder();
        labels.put(Alert.ALERTNAME, draft.kind().alertname());
        labels.put(Alert.SEVERITY, draft.severity());
        labels.put("team", team.name());
        labels.putAll(draft.labels());
        return filled(labels.buildOrThrow());
    }

    private ImmutableSortedMap<String, String> annotations(AlertDraft draft, Instant startsAt) {
        ImmutableMap.Builder<String, String> all = ImmutableMap.builder();
        all.put(Annotation.SINCE, Words.stamp(startsAt));
        draft.annotations().forEach((name, text) -> {
            if (!text.isEmpty()) {
                all.put(name, text);
            }
        });
        all.putAll(links.annotations(draft.kind(), draft.labels()));
        return ImmutableSortedMap.copyOf(Maps.transformValues(all.buildKeepingLast(), ActiveAlerts::cut));
    }

    /** Texts of a producer may be of a megabyte, and an alert is a record of a topic. */
    private static String cut(String text) {
        return SafeText.cut(text, TeamLimit.TEXT_LENGTH.most());
    }

    private static ImmutableSortedMap<String, String> filled(Map<String, String> texts) {
        ImmutableSortedMap.Builder<String, String> filled = ImmutableSortedMap.naturalOrder();
        texts.forEach((name, text) -> {
            if (!text.isEmpty()) {
                filled.put(name, text);
            }
        });
        return filled.buildOrThrow();
    }
}
