package io.tidemark.console.change;

import io.javalin.http.ConflictResponse;
import io.javalin.http.Context;
import io.tidemark.console.api.ConsoleApi;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Mute;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Mutes alerts, and ends mutes. */
record MuteRoutes(ChangeTools tools, AlertStore alerts) {
    private static final Duration LONGEST = Duration.ofDays(366);
    private static final String PATH = ConsoleApi.PREFIX + "/teams/{team}/mutes";

    void addRoutes() {
        tools.post(PATH, this::mute);
        tools.delete(PATH, "mute", "alerts unmute", alerts::unmute);
    }

    private void mute(Context request) {
        Team team = tools.team(request);
        ChangeBody body = ChangeBody.of(request, Set.of("id", "labels", "until"));
        ChangeRecorder recorder = tools.recorder(request, body.reason());
        Instant now = tools.now();
        Mute asked = new Mute(
                team,
                body.id(),
                body.pairs("labels"),
                now,
                until(body, now),
                recorder.made().reason(),
                recorder.by());
        Optional<Mute> before = alerts.mutes(team, now).stream()
                .filter(mute -> mute.id().equals(asked.id()))
                .findFirst();
        if (before.isPresent()) {
            ChangeTools.answer(request, false, sameAs(before.get(), asked));
            return;
        }
        boolean made = alerts.mute(
                asked,
                recorder.event(
                        "alerts mute",
                        asked.id(),
                        Map.of(
                                "labels", asked.labels().toString(),
                                "until", asked.until().toString())));
        ChangeTools.answer(request, made, asked);
    }

    private static Mute sameAs(Mute before, Mute asked) {
        boolean same = before.labels().equals(asked.labels())
                && before.until().equals(asked.until())
                && before.reason().equals(asked.reason());
        if (!same) {
            throw new ConflictResponse("id " + asked.id() + " is that of another mute of team " + asked.team());
        }
        return before;
    }

    private static Instant until(ChangeBody body, Instant now) {
        Instant until = body.instant("until");
        if (!until.isAfter(now)) {
            throw new InvalidValueException("until", until.toString(), "must be after now, " + now + ",");
        }
        if (until.isAfter(now.plus(LONGEST))) {
            throw new InvalidValueException(
                    "until", until.toString(), "must be at most " + LONGEST.toDays() + " days from now");
        }
        return until;
    }
}
