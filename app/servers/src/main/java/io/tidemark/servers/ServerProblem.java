package io.tidemark.servers;

/**
 * What is known before anything is started.
 *
 * @param phase whose server it concerns
 * @param text for people; names the thing, its value and the rule
 * @param refused whether a start would fail; otherwise it is a remark, such as that flags could not be checked
 */
public record ServerProblem(String phase, String text, boolean refused) {
    static ServerProblem refused(String phase, String text) {
        return new ServerProblem(phase, text, true);
    }

    static ServerProblem remark(String phase, String text) {
        return new ServerProblem(phase, text, false);
    }
}
