package io.tidemark.app.cli.token;

import io.tidemark.app.audit.AuditEvents;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.web.access.AccessToken;
import java.util.Map;
import picocli.CommandLine.Mixin;

/** The store that changes of tokens are recorded in. A change that cannot be recorded is not made. */
final class TokenAudit {
    @Mixin
    private final StoreOptions store = new StoreOptions();

    /** Before the file changes. @throws OperationException if the store does not take it */
    void record(CommandContext context, String action, AccessToken token) {
        Map<String, String> details = Map.of(
                "scopes", String.join(",", TokenListCommand.words(token)),
                "expires", token.expires().toString(),
                "note", token.note());
        try (ResultStore opened = store.orHome(context).open()) {
            opened.addAudit(token.team(), AuditEvents.of(context, action, token.id(), details));
        } catch (StoreException e) {
            throw new UnavailableException("nothing was changed, because it cannot be recorded: " + e.getMessage(), e);
        }
    }
}
