package io.tidemark.alerts.receiver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.alerts.config.ReceiverConfig;
import io.tidemark.alerts.config.ReceiverKind.GitHub;
import io.tidemark.alerts.config.ReceiverKind.GitHubAccess;
import io.tidemark.alerts.config.Secret;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.alerts.text.AlertText;
import io.tidemark.alerts.text.Markup;
import io.tidemark.alerts.text.MessageTemplate;
import io.tidemark.alerts.text.SafeText;
import io.tidemark.alerts.text.TextForm;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Annotation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Writes commit statuses, or check runs where an App is configured, of the commit that the run's labels name (GitHub REST API, "Commit statuses"
 * and "Check runs"). The verdict of an experiment is one status, which is pending while a phase is on; each kind of alert is another.
 */
final class GitHubReceiver extends ConfiguredReceiver {
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
    private static final int MAX_NAME_CHARACTERS = 200;

    private final GitHub target;
    private final MessageTemplate template;
    private final GitHubCalls calls;

    GitHubReceiver(ReceiverConfig config, GitHub target, Context context) {
        super(config, 1);
        this.target = target;
        boolean app = target.access() instanceof GitHubAccess.App;
        this.template = template(app ? TextForm.GITHUB_CHECK : TextForm.GITHUB_STATUS);
        this.calls = new GitHubCalls(
                target,
                context.sender(config, List.of(secret(target))),
                context.clocks().wall());
    }

    @Override
    public boolean takes(Notification notification) {
        return super.takes(notification) && commit(notification.alert()).isPresent();
    }

    @Override
    public SendResult send(List<Notification> notifications) {
        Notification notification = notifications.get(0);
        Optional<String> commit = commit(notification.alert());
        if (commit.isEmpty()) {
            return new SendResult.Rejected("the alert has no label " + label() + " with a commit's full hash");
        }
        return target.access() instanceof GitHubAccess.App
                ? check(commit.get(), notification)
                : calls.post("/statuses/" + commit.get(), status(notification));
    }

    private static Secret secret(GitHub target) {
        if (target.access() instanceof GitHubAccess.Token token) {
            return token.token();
        }
        return ((GitHubAccess.App) target.access()).key();
    }

    private String label() {
        return "label_" + target.commitLabel();
    }

    private Optional<String> commit(Alert alert) {
        return Optional.ofNullable(alert.labels().get(label()))
                .filter(value -> COMMIT.matcher(value).matches());
    }

    private ObjectNode status(Notification notification) {
        List<AlertText> message = Notification.texts(List.of(notification));
        ObjectNode status = Json.object()
                .put("state", GitHubState.of(notification).status())
                .put("context", context(notification.alert()))
                .put("description", template.title(message, Markup.PLAIN));
        AlertFields.report(notification.alert()).ifPresent(url -> status.put("target_url", url.toString()));
        return status;
    }

    /** The unfinished one of the same name, or the one about the same alert, is brought up to date; otherwise it is a new one. */
    private SendResult check(String commit, Notification notification) {
        String name = context(notification.alert());
        String query = "?check_name=" + URLEncoder.encode(name, StandardCharsets.UTF_8) + "&app_id="
                + ((GitHubAccess.App) target.access()).id();
        HttpReply found = calls.get("/commits/" + commit + "/check-runs" + query);
        if (!(found instanceof HttpReply.Answered answered) || !answered.isSuccess()) {
            return GitHubCalls.result(found);
        }
        JsonNode latest = Json.answer(answered.body()).path("check_runs").path(0);
        ObjectNode check = checkRun(name, notification);
        boolean same = latest.path("external_id").asText().equals(key(notification));
        boolean open = latest.path("status").asText().equals("in_progress");
        if (same || open) {
            return calls.patch("/check-runs/" + latest.path("id").asLong(), check);
        }
        return calls.post("/check-runs", check.put("head_sha", commit));
    }

    private ObjectNode checkRun(String name, Notification notification) {
        List<AlertText> message = Notification.texts(List.of(notification));
        GitHubState state = GitHubState.of(notification);
        ObjectNode check = Json.object()
                .put("name", name)
                .put("external_id", key(notification))
                .put("status", state.checkStatus());
        state.conclusion().ifPresent(conclusion -> check.put("conclusion", conclusion));
        AlertFields.report(notification.alert()).ifPresent(url -> check.put("details_url", url.toString()));
        check.set(
                "output",
                Json.object()
                        .put("title", template.title(message, Markup.PLAIN))
                        .put("summary", template.body(message, message.get(0))));
        return check;
    }

    private static String key(Notification notification) {
        return notification.alert().id().dedupKey();
    }

    /** One name for a run's verdict, and one for each kind of alert. */
    private String context(Alert alert) {
        Optional<AlertKind> kind = AlertKind.of(alert.name());
        String experiment = SafeText.line(alert.labels().getOrDefault("experiment", ""));
        String base = experiment.isEmpty() ? target.context() : target.context() + "/" + experiment;
        boolean verdict = kind.filter(AlertKind::isEvent).isPresent();
        return SafeText.cut(verdict ? base : base + "/" + SafeText.line(alert.name()), MAX_NAME_CHARACTERS);
    }

    /** What GitHub shows beside a commit. Statuses have no neutral: what is undecided is an error there. */
    private enum GitHubState {
        PENDING("pending", ""),
        SUCCESS("success", "success"),
        FAILURE("failure", "failure"),
        UNDECIDED("error", "neutral");

        private final String status;
        private final String conclusion;

        GitHubState(String status, String conclusion) {
            this.status = status;
            this.conclusion = conclusion;
        }

        static GitHubState of(Notification notification) {
            if (notification.alert().name().equals(AlertKind.PHASE_STARTED.alertname())) {
                return PENDING;
            }
            if (notification.status() == AlertState.EVENT) {
                return ofVerdict(notification.alert().annotations().getOrDefault(Annotation.VERDICT, ""));
            }
            return notification.status() == AlertState.FIRING ? FAILURE : SUCCESS;
        }

        private static GitHubState ofVerdict(String verdict) {
            return switch (verdict) {
                case "pass" -> SUCCESS;
                case "fail" -> FAILURE;
                default -> UNDECIDED;
            };
        }

        /** The state of a commit status. */
        String status() {
            return status;
        }

        /** The status of a check run. */
        String checkStatus() {
            return this == PENDING ? "in_progress" : "completed";
        }

        /** The conclusion of a check run; empty while it is on. */
        Optional<String> conclusion() {
            return Optional.of(conclusion).filter(word -> !word.isEmpty());
        }
    }
}
