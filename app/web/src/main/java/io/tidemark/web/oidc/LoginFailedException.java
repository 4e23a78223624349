package io.tidemark.web.oidc;

/** A login at a provider opens nothing here. The message is for the log of this server. */
public final class LoginFailedException extends Exception {
    private final LoginProblem problem;
    private final ReturnPath returnPath;

    LoginFailedException(LoginProblem problem, ReturnPath returnPath, String message) {
        super(message);
        this.problem = problem;
        this.returnPath = returnPath;
    }

    public LoginProblem problem() {
        return problem;
    }

    /** From where the login began; the first page if that is not known. */
    public ReturnPath returnPath() {
        return returnPath;
    }
}
