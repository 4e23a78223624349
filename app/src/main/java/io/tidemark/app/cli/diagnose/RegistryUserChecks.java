package io.tidemark.app.cli.diagnose;

import io.tidemark.app.team.PrincipalKind;
import io.tidemark.app.team.RegistryAccess;
import io.tidemark.schemas.Team;
import java.util.ArrayList;
import java.util.List;

/** Who has the rights of each kind on a team's subjects in a registry with users, and who else reaches them. */
final class RegistryUserChecks {
    private RegistryUserChecks() {}

    static List<Finding> findings(RegistryAccess there, Team team) {
        List<Finding> findings = new ArrayList<>();
        for (PrincipalKind kind : PrincipalKind.values()) {
            String subject = "registry/" + kind.word();
            List<String> users = there.users(team, kind);
            findings.add(
                    users.isEmpty()
                            ? Finding.failed(
                                    subject,
                                    "no user of the registry has all rights of one that " + kind.purpose() + " of team "
                                            + team,
                                    "`tidemark admin team add " + team + " --registry-users FILE --apply`")
                            : Finding.ok(subject, String.join(", ", users)));
        }
        there.foreignRights(team)
                .forEach(right -> findings.add(Finding.note(
                        "registry/right",
                        "no kind of principal of team " + team + " has it: " + right,
                        "take it out of the file of users unless you want it")));
        return findings;
    }
}
