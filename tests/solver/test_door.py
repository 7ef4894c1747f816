import subprocess
import sys


def test_the_solver_does_not_load_django():
    code = "import solver, solver.command_line, sys; assert 'django' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)  # a fixed command line
