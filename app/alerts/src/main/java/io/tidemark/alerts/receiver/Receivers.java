package io.tidemark.alerts.receiver;

import io.tidemark.alerts.config.AlertsFile;
import io.tidemark.alerts.config.ReceiverConfig;
import io.tidemark.alerts.config.ReceiverKind.Alertmanager;
import io.tidemark.alerts.config.ReceiverKind.Command;
import io.tidemark.alerts.config.ReceiverKind.GitHub;
import io.tidemark.alerts.config.ReceiverKind.Mail;
import io.tidemark.alerts.config.ReceiverKind.PagerDuty;
import io.tidemark.alerts.config.ReceiverKind.Slack;
import io.tidemark.alerts.config.ReceiverKind.Webhook;
import io.tidemark.schemas.time.Clocks;
import java.util.List;

/** Makes the receivers of a file. */
public final class Receivers {
    private Receivers() {}

    /**
     * Opens all receivers, in the order of the file. The caller closes them.
     *
     * @param clocks wall time for ends of alerts, signatures and Retry-After; elapsed time because wall clocks jump
     * @throws IllegalArgumentException if a file of certificates, or the key of a GitHub App, is none
     */
    public static List<Receiver> open(AlertsFile file, Clocks clocks) {
        ConfiguredReceiver.Context context = new ConfiguredReceiver.Context(file.externalUrl(), clocks);
        return file.receivers().stream()
                .map(config -> receiver(config, context))
                .toList();
    }

    private static Receiver receiver(ReceiverConfig config, ConfiguredReceiver.Context context) {
        if (config.kind() instanceof Alertmanager kind) {
            return new AlertmanagerReceiver(config, kind, context);
        }
        if (config.kind() instanceof Webhook kind) {
            return new WebhookReceiver(config, kind, context);
        }
        if (config.kind() instanceof Slack kind) {
            return new SlackReceiver(config, kind, context);
        }
        if (config.kind() instanceof PagerDuty kind) {
            return new PagerDutyReceiver(config, kind, context);
        }
        if (config.kind() instanceof GitHub kind) {
            return new GitHubReceiver(config, kind, context);
        }
        return config.kind() instanceof Mail kind
                ? new MailReceiver(config, kind, context)
                : new CommandReceiver(config, (Command) config.kind(), context);
    }
}
